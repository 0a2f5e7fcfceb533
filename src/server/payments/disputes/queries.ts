import { type RawBuilder, sql } from 'kysely';

/** Whether disputes of a payment were reported before its donation was booked. */
export function hasWaitingDisputes(paymentIntentId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from disputes
    where disputes.payment_intent_id = ${paymentIntentId} and disputes.donation_id is null)`;
}
