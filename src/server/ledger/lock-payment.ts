import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/schema.ts';

/**
 * Serializes the events of one payment: a refund that arrives while its payment is being booked would otherwise
 * neither find the donation nor be found waiting. Take this lock before locking any row of the payment.
 */
export async function lockPayment(trx: Trx, paymentIntentId: string): Promise<void> {
  const name = `payment ${paymentIntentId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
