/*
 * The notices of a document, which loads what shows them with the first one.
 */

const load = () => import('#web/ui/notify.ts');

/** Shows what went wrong. */
export function notifyError(message: string): void {
  void load().then(({ notifyError: show }) => show(message));
}

/** Shows what went well. */
export function notifySuccess(message: string): void {
  void load().then(({ notifySuccess: show }) => show(message));
}
