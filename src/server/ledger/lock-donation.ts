import type { DonationId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/**
 * Locks a donation, for a decision about its money. The caller reads what it decides by afterwards, in a statement of
 * its own: one that waits for a lock still sees other rows, such as requested refunds, as they were before it waited.
 */
export async function lockDonation(trx: Trx, id: DonationId): Promise<void> {
  await trx
    .selectFrom('donations')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('donation'));
}
