import { type RawBuilder, sql } from 'kysely';
import type { Dispute } from '#contract/giving/refunds.ts';
import type { DonationId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Whether disputes of a payment were reported before its donation was booked. */
export function hasWaitingDisputes(paymentIntentId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from disputes
    where disputes.payment_intent_id = ${paymentIntentId} and disputes.donation_id is null)`;
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
