import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/schema.ts';

/**
 * One piece of news about a payment at a time: a refund that arrives while its payment is being booked would
 * neither find the donation nor be found waiting. Taken before any row of the payment is locked.
 */
export async function lockPayment(trx: Trx, paymentIntentId: string): Promise<void> {
  const name = `payment ${paymentIntentId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
