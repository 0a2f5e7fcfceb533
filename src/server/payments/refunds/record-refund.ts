import { sql } from 'kysely';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { bookCurrency } from '#core/platform/money.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import {
  settleRefundAlert,
  tellThatItWasMade,
  tellThatNothingLeft,
} from '#server/payments/refunds/alerts.ts';
import { bookRefund, reverseRefund } from '#server/payments/refunds/book-refund.ts';
import { providerActor } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { RefundFact } from '#server/provider/payment-provider/provider.ts';

/** Records what the provider says about a refund. Before its donation is booked, it waits for `bookWaitingRefunds`. */
export async function recordRefund(
  trx: Trx,
  { provider, fact, source }: { provider: string; fact: RefundFact; source: string },
  mailer: Mailer,
): Promise<Booking> {
  const { paymentIntentId, amountCents, currency } = fact;
  await lockPayment(trx, paymentIntentId);
  const donation = await trx
    .selectFrom('donations')
    .select(['id', 'currency'])
    .where('paymentIntentId', '=', paymentIntentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const ours = donation?.currency ?? bookCurrency();
  if (currency !== ours.toLowerCase()) return refused(`a refund of ${amountCents} ${currency}`);
  if (amountCents <= 0) return refused('a refund of no amount');
  const known = await findRefund(trx, provider, fact);
  if (known && known.amountCents !== amountCents) {
    return refused(`a refund of ${amountCents} instead of ${known.amountCents} cents`);
  }
  const news = { provider, fact, source, donationId: donation?.id ?? null };
  const isReversed = known ? await followRefund(trx, known, news, mailer) : false;
  const id = known?.id ?? (await insertRefund(trx, news));
  const isBooked = donation ? await bookRefund(trx, id, source, mailer) : false;
  if (isBooked === 'too much') {
    return refused(`a refund of ${amountCents} cents, which is more than is left of the payment`);
  }
  if (isBooked && known && isAssumedFailed(known)) {
    await tellThatItWasMade(trx, { id, donationId: news.donationId, amountCents }, mailer);
  }
  return isBooked || isReversed ? booked : noted;
}

// Events arrive in any order, but a refund only advances: a successful one may still fail, and that is final.
const rank = { requested: 0, pending: 1, succeeded: 2, failed: 3 } as const;

async function findRefund(trx: Trx, provider: string, { refundId, ...fact }: RefundFact) {
  const refunds = trx.selectFrom('refunds').selectAll().where('provider', '=', provider);
  const known = await refunds.where('refundId', '=', refundId).executeTakeFirst();
  if (known || fact.requestId === undefined) return known;
  return refunds
    .where('id', '=', fact.requestId)
    .where('refundId', 'is', null)
    .where('paymentIntentId', '=', fact.paymentIntentId)
    .executeTakeFirst();
}

type KnownRefund = NonNullable<Awaited<ReturnType<typeof findRefund>>>;

interface RefundNews {
  provider: string;
  fact: RefundFact;
  source: string;
  donationId: DonationId | null;
}

/** Brings a refund up to the word of the provider. Returns whether it was booked, and is no more. */
async function followRefund(
  trx: Trx,
  known: KnownRefund,
  { fact, source, donationId }: RefundNews,
  mailer: Mailer,
): Promise<boolean> {
  const { id } = known;
  const isAssumed = isAssumedFailed(known);
  const isNews = isAssumed || rank[fact.status] > rank[known.status];
  const status = isNews ? fact.status : known.status;
  const isFailed = status === 'failed';
  // That it was refused is still true if it failed.
  if (isNews && !(isAssumed && isFailed)) await settleRefundAlert(trx, id);
  // Not booked yet under the new status: the constraint is checked for each statement.
  if (isFailed) await reverseRefund(trx, known, source, mailer);
  if (isFailed && known.status === 'requested') {
    await tellThatNothingLeft(trx, { ...known, donationId }, mailer);
  }
  const failedAt = isFailed ? (known.failedAt ?? sql<string>`now()`) : null;
  await trx
    .updateTable('refunds')
    .set({ refundId: fact.refundId, status, failedAt, donationId, refusal: null })
    .where('id', '=', id)
    .execute();
  return isFailed && known.bookedCents > 0;
}

/** Whether it failed, but by no word of the provider's, so any word of it counts. */
function isAssumedFailed({ status, refundId }: KnownRefund): boolean {
  return status === 'failed' && refundId === null;
}

/** Adds a refund that was not requested here. */
async function insertRefund(
  trx: Trx,
  { provider, fact, donationId }: RefundNews,
): Promise<RefundId> {
  const { refundId, paymentIntentId, amountCents, status } = fact;
  const id = newId<RefundId>();
  await trx
    .insertInto('refunds')
    .values({
      id,
      provider,
      paymentIntentId,
      amountCents,
      requestedBy: providerActor(provider),
      refundId,
      status,
      failedAt: status === 'failed' ? sql<string>`now()` : null,
      donationId,
    })
    .execute();
  return id;
}
