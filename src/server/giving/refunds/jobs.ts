import { sql } from 'kysely';
import type { PaymentProvider } from '#server/giving/payment-provider/provider.ts';
import { tellThatItWaits, tellThatItWasRefused } from '#server/giving/refunds/alerts.ts';
import { sendRequest } from '#server/giving/refunds/commands.ts';
import type { WaitingRefund } from '#server/giving/refunds/queries.ts';
import { providerActor } from '#server/platform/actor.ts';
import { isPassing } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

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
  for (const refund of waiting) {
    try {
      if (await db.transaction().execute((trx) => giveWay(trx, refund, mailer))) continue;
      const { id, timesAsked } = refund;
      await sendRequest(db, { id, timesAskedInVain: timesAsked }, payments, mailer);
    } catch (error) {
      if (isPassing(error)) throw error;
      // Still no response: try again in an hour.
      if (error instanceof AppError && error.code === 'payments_unavailable') continue;
      await db
        .transaction()
        .execute((trx) =>
          error instanceof AppError
            ? tellThatItWasRefused(trx, refund, error.message, mailer)
            : tellThatItWaits(trx, refund, mailer),
        );
    }
  }
}

/**
 * Drops a request if the provider has meanwhile refunded the same amount of the same payment without our asking, by
 * hand for example: the donor would get both. Returns whether it did.
 */
async function giveWay(trx: Trx, { id, ...refund }: WaitingRefund, mailer: Mailer) {
  const instead = await trx
    .selectFrom('refunds as others')
    .innerJoin('refunds as asked', 'asked.paymentIntentId', 'others.paymentIntentId')
    .select('others.refundId')
    .where('asked.id', '=', id)
    .where('asked.status', '=', 'requested')
    .where('others.requestedBy', '=', providerActor(refund.provider))
    .where('others.status', 'in', ['pending', 'succeeded'])
    .whereRef('others.amountCents', '=', 'asked.amountCents')
    .whereRef('others.createdAt', '>', 'asked.createdAt')
    .executeTakeFirst();
  if (!instead) return false;
  const refusal =
    'The payment provider has meanwhile made a refund of the same amount of this payment that was not requested here, so we did not ask for another one. Request it again if the donor should get both.';
  await trx
    .updateTable('refunds')
    .set({ status: 'failed', refusal })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute();
  await tellThatItWasRefused(trx, { id, ...refund }, refusal, mailer);
  return true;
}

/** Tells the team of refunds that have had no outcome for three hours. */
export async function reportWaitingRefunds(
  db: Db,
  provider: string,
  mailer: Mailer,
): Promise<void> {
  const waiting = await db
    .selectFrom('refunds')
    .select(['id', 'amountCents', 'donationId'])
    .where('provider', '=', provider)
    .where('status', '=', 'requested')
    .where('createdAt', '<', sql<string>`now() - interval '3 hours'`)
    .execute();
  for (const refund of waiting) {
    await db.transaction().execute((trx) => tellThatItWaits(trx, refund, mailer));
  }
}
