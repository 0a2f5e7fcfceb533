import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import { cardProblem, formatCents } from '#core/platform/money.ts';
import { assertBindable } from '#server/giving/bound-donations/commands.ts';
import { checkCover } from '#server/giving/donations/check-cover.ts';
import { expiry, findOrInsertCheckout } from '#server/giving/donations/insert-checkout.ts';
import { splitWishes, type WishFields } from '#server/giving/donations/keep-wishes.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { DonorDetails } from '#server/platform/db/column-types.ts';
import { hashRequest, refuseOtherRequest } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type Checkout,
  DefiniteFailure,
  type PaymentProvider,
} from '#server/provider/payment-provider/provider.ts';
import {
  declareWithDonation,
  splitGiftAid,
  type TypedGiftAid,
} from '#server/receipts/gift-aid/declare.ts';

/**
 * Starts a checkout with the payment provider and returns its id and the address of the payment page. The same
 * Idempotency-Key returns the same checkout; 422 if it comes with a different donation.
 */
export async function startDonation(
  db: Db,
  { network }: Visitor,
  { amount, cover = 0, causeId, interval, needId, isAnonymous = false, ...typed }: DonationInput,
  idempotencyKey: string | null,
  { minCents, maxCents, settings }: Limits,
  payments: PaymentProvider,
): Promise<{ id: DonationId; url: string }> {
  const { giftAid, details: withWishes } = splitGiftAid(typed);
  const isWithin = amount >= minCents && amount <= maxCents;
  const message = isWithin
    ? cardProblem(amount)
    : `Must be between ${formatCents(minCents)} and ${formatCents(maxCents)}`;
  if (message !== null) {
    throw new AppError('invalid_input', `Please check the amount. ${message}.`, {
      amount: message,
    });
  }
  checkCover(amount, cover, { maxCents, cardCosts: settings.cardCosts });
  if (needId) await assertBindable(db, { needId, causeId, isRecurring: interval !== undefined });
  const { wishes, details } = splitWishes(withWishes, {
    isAnonymous,
    timeZone: settings.timeZone,
  });
  const requestHash = hashRequest({
    amount,
    causeId,
    details,
    ...(cover > 0 && { cover }),
    ...(interval && { interval }),
    ...(giftAid && { giftAid }),
    ...(needId && { needId }),
    ...(isAnonymous && { isAnonymous }),
    ...(wishes && { wishes }),
  });
  const checkout = await findOrInsertCheckout(db, {
    amount,
    cover,
    causeId,
    details,
    interval,
    bound: needId ? { boundTo: needId, boundDays: settings.boundDays } : {},
    isAnonymous,
    wishes,
    idempotencyKey,
    requestHash,
    provider: payments.name,
    network,
    isReal: payments.takesRealMoney,
  });
  refuseOtherRequest(checkout.requestHash, requestHash);
  const { id, url } = checkout;
  if (giftAid) await declareWithDonation(db, id, giftAid, details, settings);
  if (url !== null) return { id, url };

  const plan = interval ? { interval, causeId } : null;
  const page = {
    amountCents: amount,
    coverCents: cover,
    email: details.email,
    plan,
    needId: needId ?? null,
  };
  const deadline = AbortSignal.timeout(patience);
  return { id, ...(await openPaymentPage(db, payments, { ...page, ...checkout }, deadline)) };
}

interface DonationInput extends DonorDetails, TypedGiftAid, Partial<WishFields> {
  amount: number;
  /** What the donor adds for card costs, as they saw it. */
  cover?: number;
  causeId: CauseId;
  /** How often it repeats; absent for a single donation. */
  interval?: PlanInterval | undefined;
  /** The need that it is bound to; absent for a donation to its cause. */
  needId?: NominationId | undefined;
  /** Nobody outside of the team is to read whose it is. */
  isAnonymous?: boolean;
}

interface Limits {
  minCents: number;
  maxCents: number;
  /** As they are now. */
  settings: Pick<Settings, 'boundDays' | 'cardCosts' | 'receipts' | 'timeZone'>;
}

// How long a donor waits for the payment page, in milliseconds, however slow the provider is.
const patience = 9_000;

/**
 * Outside of any transaction: a slow provider must not hold locks on our rows. The provider identifies the
 * checkout by its id and attempt, so a repeat after a lost response gets the page that was made first. A definite
 * failure is followed by one more attempt; concurrent calls agree on its number, so that it stays one attempt.
 */
async function openPaymentPage(
  db: Db,
  payments: PaymentProvider,
  checkout: Omit<Checkout, 'createdAt' | 'expiresAt'> & { createdAt: string; expiresAt: string },
  deadline: AbortSignal,
  isLastTry = false,
): Promise<{ url: string }> {
  const { id, attempt, createdAt, expiresAt } = checkout;
  try {
    const { sessionId, url, isReal } = await payments.startCheckout(
      { ...checkout, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) },
      deadline,
    );
    await db
      .updateTable('checkouts')
      .set({ sessionId, url, isReal })
      .where('id', '=', id)
      .execute();
    return { url };
  } catch (error) {
    if (!(error instanceof DefiniteFailure)) throw error;
    await db
      .updateTable('checkouts')
      .set({ attempt: attempt + 1, expiresAt: expiry })
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .execute();
    if (isLastTry || deadline.aborted) throw error.refusal;
    const next = await db
      .selectFrom('checkouts')
      .select(['attempt', 'expiresAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return openPaymentPage(db, payments, { ...checkout, ...next }, deadline, true);
  }
}
