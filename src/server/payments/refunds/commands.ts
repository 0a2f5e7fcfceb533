import { sql } from 'kysely';
import type { Refund } from '#contract/giving/donations.ts';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { coverInReturn } from '#core/ledger/card-costs.ts';
import { bookCurrency } from '#core/platform/money.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { reportDeficit } from '#server/giving/deficits/commands.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import {
  settleRefundAlert,
  type ToldRefund,
  tellThatItFailed,
  tellThatItWasMade,
  tellThatItWasRefused,
  tellThatNothingLeft,
} from '#server/payments/refunds/alerts.ts';
import { donationRefunded } from '#server/payments/refunds/emails.ts';
import { coverToRefund, paymentToRefund } from '#server/payments/refunds/policy.ts';
import { findDonationLine, getRefund } from '#server/payments/refunds/queries.ts';
import { confirmStop, stopPlanWithin } from '#server/plans/plans/stop-plan.ts';
import { demandRight, providerActor, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { bookCoverReturned } from '#server/provider/card-costs/commands.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';
import {
  DefiniteFailure,
  type PaymentProvider,
  type RefundFact,
  refundOutcomeUnknown,
} from '#server/provider/payment-provider/provider.ts';
import { followReturns } from '#server/receipts/receipts/end-receipt.ts';
import { tellOfChange } from '#server/receipts/receipts/tell-donor.ts';

// Events arrive in any order, but a refund only advances: a successful one may still fail, and that is final.
const rank = { requested: 0, pending: 1, succeeded: 2, failed: 3 } as const;

interface RefundInput {
  donationId: DonationId;
  amount: number;
  reason: string;
  /** Whether the recurring donation that it is a payment of is stopped as well. */
  stopsPlan?: boolean;
}

// How long an administrator waits for the provider's response, in milliseconds.
const patience = 9_000;

/**
 * Requests a refund from the provider. The request is stored first and reserves the money, so that the refund is
 * found again if the response gets lost. The ledger moves when the provider confirms, in its response or by an
 * event.
 */
export async function requestRefund(
  db: Db,
  actor: TeamMember,
  input: RefundInput,
  idempotencyKey: string | null,
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<Refund> {
  const { id } = await reserveRefund(db, actor, input, idempotencyKey, payments.name);
  try {
    await sendRequest(db, { id, timesAskedInVain: 0, isAttended: true }, payments, mailer);
  } finally {
    if (input.stopsPlan) {
      const { planId } = await findDonationLine(db, input.donationId);
      if (planId !== null) await confirmStop(db, planId, { payments, mailer });
    }
  }
  return getRefund(db, id);
}

/** Stores a request for a refund, which reserves the money, without making it. */
export function reserveRefund(
  db: Db,
  actor: TeamMember,
  input: RefundInput,
  idempotencyKey: string | null,
  providerName: PaymentProvider['name'],
): Promise<{ id: RefundId }> {
  demandRight(actor, 'money.write');
  const { donationId, amount, reason, stopsPlan = false } = input;
  const request = { donationId, amount, reason, ...(stopsPlan && { stopsPlan }) };
  const requestedBy = userActor(actor);
  const scope = `refund ${requestedBy}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request }, async (trx) => {
    await lockDonation(trx, donationId);
    const donation = await trx
      .selectFrom('donations')
      .select([
        'donations.paymentIntentId',
        'donations.amountCents',
        'donations.returnedCents',
        'donations.allocatedCents',
        'donations.spentBeforeCents',
        'donations.provider',
        'donations.planId',
        requestedRefundsSql.as('requestedCents'),
        coverLeftSql.as('coverCents'),
      ])
      .where('donations.id', '=', donationId)
      .executeTakeFirstOrThrow();
    const payment = paymentToRefund(amount, donation, providerName);
    const coverCents = coverToRefund(amount, donation);
    const refund = {
      id: newId<RefundId>(),
      ...payment,
      coverCents,
      donationId,
      requestedBy,
      reason,
    };
    await trx
      .insertInto('refunds')
      .values({ ...refund, amountCents: amount + coverCents, status: 'requested' })
      .execute();
    await recordAudit(trx, {
      actor: requestedBy,
      action: 'donation.refund_requested',
      subjectId: donationId,
      after: { refund: refund.id, amount, ...(coverCents > 0 && { cover: coverCents }) },
      reason,
    });
    if (stopsPlan) {
      if (donation.planId === null) {
        const message = 'This donation is not part of a recurring donation.';
        throw new AppError('invalid_input', message, { stopsPlan: message });
      }
      await stopPlanWithin(trx, actor, { id: donation.planId, reason });
    }
    return { id: refund.id };
  });
}

interface Call {
  id: RefundId;
  /** How many earlier calls are known to have made nothing. */
  timesAskedInVain: number;
  /** Whether somebody waits for the response, and sees a refusal. */
  isAttended: boolean;
}

/**
 * Asks the provider for a refund that was requested. Outside of any transaction, because the provider may be
 * slow; it refunds only once for each id. Its refusal is final only if this was the only call that may have been
 * carried out: no other one since those that are known to have been made in vain. 409 with the refusal, 503 if the
 * outcome is unknown.
 */
export async function sendRequest(
  db: Db,
  call: Call,
  payments: PaymentProvider,
  mailer: Mailer,
): Promise<void> {
  const { id } = call;
  const begun = await db.transaction().execute((trx) => beginCall(trx, call, payments, mailer));
  if (begun === null) return throwIfRefused(db, id);
  try {
    const fact = await payments.refund(begun, AbortSignal.timeout(patience));
    const news = { provider: payments.name, fact, source: fact.refundId };
    await db.transaction().execute((trx) => recordRefund(trx, news, mailer));
  } catch (error) {
    if (!(error instanceof DefiniteFailure)) throw error;
    const { refusal } = error;
    const isFinal = await db.transaction().execute((trx) => endCall(trx, begun, refusal, mailer));
    if (isFinal) throw refusal;
    // Another call has begun meanwhile, and may be carried out; or the provider has reported the outcome by now.
    await throwIfRefused(db, id);
    const { status } = await getRefund(db, id);
    if (status === 'requested') throw refundOutcomeUnknown(error);
  }
}

// How long the provider remembers a call, so that its repeat is not another refund, in hours; with some to spare.
const memoryHours = 20;

/**
 * Counts a call before it is made: whoever is refused must know of one that is under way, or that a crash has ended.
 * Null if there is nothing to ask for anymore.
 */
async function beginCall(
  trx: Trx,
  { id, timesAskedInVain, isAttended }: Call,
  payments: PaymentProvider,
  mailer: Mailer,
) {
  const { paymentIntentId } = await trx
    .selectFrom('refunds')
    .select('paymentIntentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await lockPayment(trx, paymentIntentId);
  const refund = await trx
    .selectFrom('refunds')
    .select(['provider', 'paymentIntentId', 'donationId', 'amountCents', 'currency', 'timesAsked'])
    .select(
      sql<boolean>`created_at > now() - make_interval(hours => ${memoryHours})`.as('isRemembered'),
    )
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst();
  if (!refund) return null;
  const isRepeat = refund.timesAsked > timesAskedInVain;
  // Only its own provider can tell what became of a call, and after a day only by listing its refunds.
  if (refund.provider !== payments.name || (isRepeat && !refund.isRemembered)) {
    throw refundOutcomeUnknown(new Error(`No repeat of the refund ${id}.`));
  }
  if (await isMadeByHand(trx, id)) {
    await refuse(trx, { id, ...refund, isAttended }, madeByHand, mailer);
    return null;
  }
  const { timesAsked } = await trx
    .updateTable('refunds')
    .set((row) => ({ timesAsked: row('timesAsked', '+', 1), lastAskedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .returning('timesAsked')
    .executeTakeFirstOrThrow();
  return { ...refund, id, timesAsked, isRepeat, isAttended };
}

/** Takes a refusal for the outcome, unless another call may have been carried out. Returns whether it did. */
async function endCall(
  trx: Trx,
  call: NonNullable<Awaited<ReturnType<typeof beginCall>>>,
  { message }: AppError,
  mailer: Mailer,
): Promise<boolean> {
  await lockPayment(trx, call.paymentIntentId);
  const only = await trx
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', call.id)
    .where('status', '=', 'requested')
    .where('timesAsked', '=', call.timesAsked)
    .executeTakeFirst();
  if (!only) return false;
  await refuse(trx, call, message, mailer);
  return true;
}

/** Ends a request whose payment is locked. Tells the team, unless whoever requested it sees the refusal. */
async function refuse(
  trx: Trx,
  { isAttended, ...refund }: ToldRefund & { isAttended: boolean },
  refusal: string,
  mailer: Mailer,
): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ status: 'failed', failedAt: sql<string>`now()`, refusal })
    .where('id', '=', refund.id)
    .execute();
  if (isAttended) await settleRefundAlert(trx, refund.id);
  else await tellThatItWasRefused(trx, refund, refusal, mailer);
}

const madeByHand =
  'The payment provider has a refund of the same amount of this payment that was not requested here, so we did not ask for another one. Request it again if the donor should get both.';

/**
 * Whether we have heard of a refund of the same amount of the same payment since this one was requested, and it was not
 * requested here: the donor would get both.
 */
async function isMadeByHand(trx: Trx, id: RefundId): Promise<boolean> {
  const other = await trx
    .selectFrom('refunds as others')
    .innerJoin('refunds as asked', 'asked.paymentIntentId', 'others.paymentIntentId')
    .select('others.id')
    .where('asked.id', '=', id)
    .where('others.status', 'in', ['pending', 'succeeded'])
    .whereRef('others.amountCents', '=', 'asked.amountCents')
    .whereRef('others.createdAt', '>', 'asked.createdAt')
    .where('others.requestedBy', 'like', providerActor('%'))
    .executeTakeFirst();
  return other !== undefined;
}

async function throwIfRefused(db: Db, id: RefundId): Promise<void> {
  const refused = await db
    .selectFrom('refunds')
    .select('refusal')
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('refundId', 'is', null)
    .executeTakeFirst();
  if (!refused) return;
  const message = refused.refusal ?? 'The payment provider refused this refund.';
  throw new AppError('refund_refused', message);
}

/**
 * Records what the provider says about a refund. Before its donation is booked, it waits for
 * `bookWaitingRefunds`.
 */
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
  const isBooked = donation ? await book(trx, id, source, mailer) : false;
  if (isBooked === 'too much') {
    return refused(`a refund of ${amountCents} cents, which is more than is left of the payment`);
  }
  if (isBooked && known && isAssumedFailed(known)) {
    await tellThatItWasMade(trx, { id, donationId: news.donationId, amountCents }, mailer);
  }
  return isBooked || isReversed ? booked : noted;
}

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
  if (isFailed) await reverse(trx, known, source, mailer);
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

/**
 * Books the refunds that were reported before their donation was booked. One that is too large stays, and is refused
 * when the provider reports it again.
 */
export async function bookWaitingRefunds(
  trx: Trx,
  donation: { id: DonationId; paymentIntentId: string },
  source: string,
  mailer: Mailer,
): Promise<void> {
  const waiting = await trx
    .updateTable('refunds')
    .set({ donationId: donation.id })
    .where('paymentIntentId', '=', donation.paymentIntentId)
    .where('donationId', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of waiting) await book(trx, id, source, mailer);
}

/**
 * Moves the money of a valid refund that is not booked yet. Returns whether it did. All refunds of a payment together
 * are never more than the payment.
 */
async function book(
  trx: Trx,
  id: RefundId,
  source: string,
  mailer: Mailer,
): Promise<boolean | 'too much'> {
  const refund = await trx
    .selectFrom('refunds')
    .innerJoin('donations', 'donations.id', 'refunds.donationId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select([
      'refunds.amountCents as refundCents',
      'refunds.requestedBy as actor',
      'refunds.reason',
      'refunds.bookedCents',
      'refunds.status',
      'donations.id as donationId',
      'donations.amountCents',
      'donations.coverCents as paidCoverCents',
      'donations.returnedCents',
      'donations.donorId',
      'donors.email',
      coverLeftSql.as('coverLeftCents'),
      sql<number>`(select sum(others.booked_cents)::bigint from refunds as others
        where others.donation_id = donations.id)`.as('refundedCents'),
    ])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  const { status, donationId, refundCents, actor, reason, email } = refund;
  if (refund.bookedCents > 0 || (status !== 'pending' && status !== 'succeeded')) return false;
  const paidCents = refund.amountCents + refund.paidCoverCents;
  if (refund.refundedCents + refundCents > paidCents) return 'too much';
  // Not what was expected when it was requested: another refund may have come first.
  const coverCents = coverInReturn(refundCents, { ...refund, coverCents: refund.coverLeftCents });
  await trx
    .updateTable('refunds')
    .set({ bookedCents: refundCents, coverCents })
    .where('id', '=', id)
    .execute();
  const amountCents = refundCents - coverCents;
  await returnMoney(trx, 'refund', { donationId, amountCents, actor, source, reason });
  await bookCoverReturned(trx, { donationId, cents: coverCents, actor });
  await reportDeficit(trx, donationId, mailer);
  await recordAudit(trx, {
    actor,
    action: 'donation.refunded',
    subjectId: donationId,
    after: { refund: id, amount: amountCents, ...(coverCents > 0 && { cover: coverCents }) },
    reason,
  });
  const receiptChange = await followReturns(trx, donationId, mailer.settings.current());
  if (email === null) return true;
  const donationLink = await createDonationLink(trx, donationId, mailer);
  const about = { ...refund, coverCents, email, receiptChange };
  const mail = donationRefunded(mailer.config, about, donationLink);
  await mailer.enqueue(trx, { ...mail, donorId: refund.donorId });
  return true;
}

/** Reverses a booked refund: it failed at the bank, and the money never left. */
async function reverse(
  trx: Trx,
  refund: Pick<Schema['refunds'], 'donationId' | 'provider' | 'amountCents'> & {
    id: RefundId;
    bookedCents: number;
    coverCents: number;
  },
  source: string,
  mailer: Mailer,
): Promise<void> {
  const { id, donationId, provider, amountCents, coverCents } = refund;
  if (refund.bookedCents === 0 || donationId === null) return;
  const actor = providerActor(provider);
  await trx.updateTable('refunds').set({ bookedCents: 0 }).where('id', '=', id).execute();
  await returnMoney(trx, 'refund_reversal', {
    donationId,
    amountCents: amountCents - coverCents,
    actor,
    source,
    reason: 'The refund failed.',
  });
  await bookCoverReturned(trx, { donationId, cents: -coverCents, actor });
  await reportDeficit(trx, donationId, mailer);
  await recordAudit(trx, {
    actor,
    action: 'donation.refund_failed',
    subjectId: donationId,
    after: { refund: id, amount: amountCents },
  });
  const receiptChange = await followReturns(trx, donationId, mailer.settings.current());
  await tellOfChange(trx, donationId, receiptChange, mailer);
  await tellThatItFailed(trx, { id, donationId, amountCents }, mailer);
}
