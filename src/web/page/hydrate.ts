import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';

/** Brings what the server drew in an element to life. Apart, so that pages without islands never load React. */
export function hydrate(container: Element, component: ComponentType<never>, props: object): void {
  // React writes into a text area what the server drew, over what was typed in it since.
  const typed = [...container.querySelectorAll('textarea')]
    .filter((area) => area.value !== area.defaultValue)
    .map((area) => ({ area, text: area.value }));
  flushSync(() => {
    hydrateRoot(container, createElement(component as ComponentType<object>, props));
  });
  for (const { area, text } of typed) area.value = text;
}
