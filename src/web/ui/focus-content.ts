/** Moves the focus to the page's content, for when the button that opened a dialog was deleted. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the topmost dialog, or to the page's content if none is open: the page below a dialog is out of
 * reach. A dialog that is closing may still be fading out.
 */
export function focusTopmost(closing: Element | null = null): void {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')];
  const topmost = dialogs.findLast((dialog) => dialog !== closing);
  if (topmost) topmost.focus({ preventScroll: true });
  else focusContent();
}
