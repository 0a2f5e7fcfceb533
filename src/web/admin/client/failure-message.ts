import { ApiError } from '#web/client/api-client.ts';
import { errorMessage } from '#web/client/error-message.ts';

/** The notice about a failure in the admin area: whether something was saved is not known without an answer. */
export function failureMessage(error: unknown): string {
  const isRead = error instanceof ApiError && error.request.method === 'GET';
  // Beside what is said of an answer that was lost, it must not say that nothing is.
  if (isRead && error.status === 0 && !navigator.onLine) {
    return 'You are offline. What is shown here may be out of date.';
  }
  const isLost =
    error instanceof ApiError &&
    !isRead &&
    !error.isUnsent &&
    // What stands before the server answers with a page of its own while it is away.
    (error.status === 0 || (error.status >= 502 && error.data === undefined));
  if (!isLost) return errorMessage(error);
  // Not that they should try again: that comes after the look.
  const what = navigator.onLine ? errorMessage(error) : 'You are offline.';
  return `${what} There was no answer from the server: this may have been saved or not. Look at what is stored before you send it again.`;
}
