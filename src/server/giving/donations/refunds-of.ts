import type { Refund } from '#contract/giving/refunds.ts';
import type { DonationId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Refunds, as the API shows them. */
export function shownRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .select([
      'id',
      'createdAt',
      'amountCents as amount',
      'coverCents as cover',
      'status',
      'reason',
    ]);
}

/** The refunds of a donation, oldest first. */
export function listRefunds(db: Db, donationId: DonationId): Promise<Refund[]> {
  return shownRefunds(db)
    .where('donationId', '=', donationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
