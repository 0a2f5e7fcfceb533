/** Moves the focus to the page's content, for when the button that opened a dialog was deleted. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
