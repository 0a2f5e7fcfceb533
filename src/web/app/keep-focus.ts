/** The control that has the focus, or lost it without anybody's doing, and all that is around it. */
let chain: Element[] = [];

/**
 * Brings the focus back whenever its control makes way for what came of it, or works: to the control once it can have it,
 * to the button that took its place, to the heading of its section, or near there if that is out of sight.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    chain = [];
    for (let at = target; at instanceof Element && at !== document.body; at = at.parentElement) {
      chain.push(at);
    }
  });
  document.addEventListener('focusout', ({ target }) => {
    // Whoever leaves a control that stays has done so on purpose. What makes way is gone by then.
    queueMicrotask(() => {
      const stays = target instanceof Element && target.isConnected && !target.matches(':disabled');
      if (stays && target === chain[0] && isLost()) chain = [];
    });
  });
  // After each drawing, before anybody sees it.
  new MutationObserver(() => {
    if (isLost()) bringBack();
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

const isLost = () => document.activeElement === document.body;

function bringBack(): void {
  const [control] = chain;
  const near = chain.find(({ isConnected }) => isConnected);
  const dialog = chain.find((around) => around.matches('[role="dialog"]'));
  // A dialog that closes returns the focus itself.
  if (!control || !near || dialog?.isConnected === false) return;
  if (near === control) focus(control);
  else focus(successorOf(control, near) ?? headingNear(near) ?? near);
}

/** The button of a form that was drawn anew. */
function successorOf(control: Element, near: Element): Element | undefined {
  if (!control.matches('[type="submit"]')) return;
  const buttons = [...near.querySelectorAll('[type="submit"]')];
  return buttons.find(({ textContent }) => textContent === control.textContent);
}

function headingNear(near: Element): Element | null {
  const section = near.closest('section:has(h1, h2, h3), [role="dialog"], main');
  if (section?.matches('[role="dialog"]')) return section;
  const heading = (section ?? document).querySelector('h1, h2, h3');
  if (!heading) return null;
  const { top, bottom } = heading.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight ? heading : null;
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches('button, input, select, textarea, a, summary, [tabindex]')) {
    element.tabIndex = -1;
  }
  element.focus({ preventScroll: true });
}
