/*
 * The notices of a document, which loads what shows them with the first one.
 */

const load = () => import('#web/ui/notify.ts');
const ignore = () => {};

/** Loads what shows the notices while there is a connection: the first one may say that there is none. */
export function prepareNotices(): void {
  load().catch(ignore);
}

/** Shows what went wrong; calls `otherwise` where what shows notices cannot be loaded. */
export function notifyError(message: string, otherwise: () => void = ignore): void {
  load().then(({ notifyError: show }) => show(message), otherwise);
}

/** Shows what went well. */
export function notifySuccess(message: string): void {
  load().then(({ notifySuccess: show }) => show(message), ignore);
}
