import { hasSecret } from '#core/platform/secret-fields.ts';
import { createIdempotencyKeys } from '#web/client/idempotency-keys.ts';
import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';

const storageKey = 'unanswered calls';

/**
 * The keys of the calls whose answer was lost. Whoever sends the same again, in a dialog that was closed and opened or after
 * signing in again, sends the same call.
 */
export const unansweredCalls = createIdempotencyKeys(readFromTab(storageKey) ?? []);
forgetInTab(storageKey);

/** Keeps them in the tab, for the page that is loaded after this one: none that has a password or a code in it. */
export function keepUnansweredCalls(): void {
  keepInTab(
    storageKey,
    unansweredCalls.waiting().filter(([content]) => !hasSecret(content)),
  );
}
