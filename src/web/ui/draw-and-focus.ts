import { flushSync } from 'react-dom';

/**
 * Draws what changed at once, and moves the focus and the view to the element with this id, or to its heading: what was
 * sent makes way for what came of it, and nobody should have to look for that.
 */
export function drawAndFocus(draw: () => void, id: string): void {
  flushSync(draw);
  const element = document.getElementById(id);
  const target = element?.querySelector<HTMLElement>('h2') ?? element;
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'center' });
}
