/** What the browser did not do, in a sentence for whoever sits at it. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}
