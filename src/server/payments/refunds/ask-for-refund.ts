import { sql } from 'kysely';
import type { RefundId } from '#contract/ids.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import {
  settleRefundAlert,
  type ToldRefund,
  tellThatItWasRefused,
} from '#server/payments/refunds/alerts.ts';
import { getRefund } from '#server/payments/refunds/queries.ts';
import { recordRefund } from '#server/payments/refunds/record-refund.ts';
import { providerActor } from '#server/platform/actor.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import {
  DefiniteFailure,
  type PaymentProvider,
  refundOutcomeUnknown,
} from '#server/provider/payment-provider/provider.ts';

/**
 * Asks the provider for a refund that was requested. Outside of any transaction, because the provider may be slow; it
 * refunds only once for each id. Its refusal is final only if this was the only call that may have been carried out: no
 * other one since those that are known to have been made in vain. 409 with the refusal, 503 if the outcome is unknown.
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

interface Call {
  id: RefundId;
  /** How many earlier calls are known to have made nothing. */
  timesAskedInVain: number;
  /** Whether somebody waits for the response, and sees a refusal. */
  isAttended: boolean;
}

// How long an administrator waits for the provider's response, in milliseconds.
const patience = 9_000;

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
