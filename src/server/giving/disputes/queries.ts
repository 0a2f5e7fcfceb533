import { sql } from 'kysely';
import type { Dispute } from '#contract/giving/refunds.ts';
import type { DonationId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

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
