import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';

/* The notices of a document, which loads what shows them with the first one. */

/** The key for notices that the next page shows. */
const key = 'notices';
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

/** Lets the document that is loaded next show what went well on this page. */
export function keepNotices(messages: readonly string[]): void {
  if (messages.length > 0) keepInTab(key, messages);
}

/** Shows what the page before has kept. */
export function showKeptNotices(): void {
  const messages = readFromTab<string[]>(key) ?? [];
  forgetInTab(key);
  for (const message of messages) notifySuccess(message);
}
