import { sql } from 'kysely';
import type { Dispute, Refund } from '#contract/giving/donations.ts';
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

/** The disputes about a donation, oldest first. */
export function listDisputes(db: Db, donationId: DonationId): Promise<Dispute[]> {
  return db
    .selectFrom('disputes')
    .select([
      'id',
      'createdAt',
      'amountCents as amount',
      'status',
      sql<number>`booked_withdrawn_cents - booked_reinstated_cents`.as('takenAmount'),
    ])
    .where('donationId', '=', donationId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
