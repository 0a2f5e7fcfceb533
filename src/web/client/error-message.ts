import { ApiError } from '#web/client/api-client.ts';

/* What people read about a call that failed. */

/** The message about a failure that people see. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.data?.message) return error.data.message;
    if (error.status === 0 && !navigator.onLine) {
      return 'You are offline. Nothing you typed is lost; please try again when you are connected.';
    }
  }
  return 'An unexpected error occurred.';
}
