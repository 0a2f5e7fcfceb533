import { ApiError, errorMessage } from '#web/client/api-client.ts';

/** The notice about a failure in the admin area: whether something was saved is not known without an answer. */
export function failureMessage(error: unknown): string {
  const message = errorMessage(error);
  const isLost =
    error instanceof ApiError &&
    error.request.method !== 'GET' &&
    // What stands before the server answers with a page of its own while it is away.
    (error.status === 0 || (error.status >= 502 && error.data === undefined));
  return isLost
    ? `${message} There was no answer from the server: this may have been saved or not. Look at what is stored before you send it again.`
    : message;
}
