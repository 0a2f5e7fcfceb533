import { sql } from 'kysely';
import type { RefundId } from '#contract/ids.ts';
import { tellThatItWaits } from '#server/payments/refunds/alerts.ts';
import { sendRequest } from '#server/payments/refunds/ask-for-refund.ts';
import type { WaitingRefund } from '#server/payments/refunds/queries.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { PaymentProvider } from '#server/provider/payment-provider/provider.ts';

/* Repeats refunds whose outcome is unknown, and reports those that wait for long. */

/**
 * Asks again for refunds whose outcome was unknown before all of the provider's refunds were listed, and that were not
 * among them: the calls that were made until then have made nothing.
 */
export async function repeatRequestedRefunds(
  db: Db,
  waiting: WaitingRefund[],
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<void> {
  for (const { id, timesAsked } of waiting) {
    try {
      const call = { id, timesAskedInVain: timesAsked, isAttended: false };
      await sendRequest(db, call, payments, mailer);
    } catch (error) {
      if (isPassing(error)) throw error;
      // A refusal was told; without a response, we try again in an hour.
      if (!(error instanceof AppError)) await tellIfWaiting(db, id, mailer);
    }
  }
}

/** Tells the team of refunds that have had no outcome for three hours, also of a provider that is not set up anymore. */
export async function reportWaitingRefunds(db: Db, mailer: Mailer): Promise<void> {
  const waiting = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'requested')
    .where('createdAt', '<', sql<string>`now() - interval '3 hours'`)
    .execute();
  for (const { id } of waiting) await tellIfWaiting(db, id, mailer);
}

/** Tells of a refund unless its outcome has become known at this moment. */
function tellIfWaiting(db: Db, id: RefundId, mailer: Mailer): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const refund = await trx
      .selectFrom('refunds')
      .select(['id', 'amountCents', 'donationId'])
      .where('id', '=', id)
      .where('status', '=', 'requested')
      .forUpdate()
      .executeTakeFirst();
    if (refund) await tellThatItWaits(trx, refund, mailer);
  });
}
