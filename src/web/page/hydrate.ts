import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Brings what the server drew in an element to life. Apart, so that pages without islands never load React. */
export function hydrate(container: Element, component: ComponentType<never>, props: object): void {
  hydrateRoot(container, createElement(component as ComponentType<object>, props));
}
