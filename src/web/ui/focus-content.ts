/** The button that asked for the dialog has gone with what it deleted. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
