/**
 * Lets Escape close a dialog while the focus is in a frame in it. What is pressed in a frame does not reach the page,
 * and the page in the frame runs no script. Call it whenever the frame has loaded.
 */
export function passEscapeOn(frame: HTMLIFrameElement): void {
  frame.contentDocument?.addEventListener('keydown', ({ key, isComposing }) => {
    if (key !== 'Escape' || isComposing) return;
    frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
}
