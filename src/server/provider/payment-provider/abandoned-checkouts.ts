import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/schema.ts';

/**
 * Expires checkouts that nobody can pay anymore: those of our own test page, which refuses them, and those that
 * never got a page because the provider did not respond. Checkouts on a real payment page expire only with the
 * provider's event.
 */
export async function expireAbandonedCheckouts(trx: Trx): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ status: 'expired', idempotencyKey: null, endedAt: sql<string>`now()` })
    .where('status', '=', 'started')
    .where('expiresAt', '<', sql<string>`now()`)
    .where((row) => row.or([row('provider', '=', 'test'), row('sessionId', 'is', null)]))
    .execute();
}
