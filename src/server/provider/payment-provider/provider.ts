import type { CauseId, DonationId, NominationId, PlanId, RefundId } from '#contract/ids.ts';
import type { PlanParts } from '#core/plans/plan-parts.ts';
import type { EndReason, PlanInterval } from '#core/plans/plans.ts';
import type { FeePart } from '#server/platform/db/column-types.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FoundSubscription } from '#server/provider/payment-provider/other-subscriptions.ts';

/* What a payment provider must do, and the facts that it can report. */

/** A checkout as the provider needs it. */
export interface Checkout {
  id: DonationId;
  amountCents: number;
  /** What the donor adds for card costs. It is paid together with the amount, and is no part of it. */
  coverCents: number;
  /** ISO 4217, in capital letters as in our rows. Facts have it in small letters, as providers do. */
  currency: string;
  causeName: string;
  /** The need that it is bound to: whoever leaves the payment page finds the form for it again. */
  needId: NominationId | null;
  email: string;
  createdAt: Date;
  expiresAt: Date;
  /** How often it repeats, and what for; null if it does not. */
  plan: { interval: PlanInterval; causeId: CauseId } | null;
  /** How often the provider has definitely failed to create a page for it. */
  attempt: number;
}

/** What a provider says about a refund. */
export interface RefundFact {
  kind: 'refund';
  refundId: string;
  paymentIntentId: string;
  amountCents: number;
  currency: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Our own id of it, if it was requested here. */
  requestId?: RefundId;
}

/** What a provider says about a payment that the donor's bank wants back. */
export interface DisputeFact {
  kind: 'dispute';
  disputeId: string;
  paymentIntentId: string;
  amountCents: number;
  currency: string;
  status: 'open' | 'won' | 'lost' | 'closed';
  /** What the bank has taken so far, and what it has returned. */
  withdrawnCents: number;
  reinstatedCents: number;
}

/** What a provider says about something that moved our balance there: a payment, its costs, a payout. */
export interface BalanceFact {
  kind: 'balance';
  transactionId: string;
  createdAt: Date;
  /** The provider's words for what moved. */
  transactionType: string;
  category: string;
  /** In the smallest unit of the account's currency; fees are positive, net is amount − fee. */
  amountCents: number;
  feeCents: number;
  /** What the fee consists of; empty if the provider does not say. */
  feeParts: FeePart[];
  netCents: number;
  currency: string;
  /** What one unit of the payment's currency was worth, as a decimal; null if nothing was converted. */
  exchangeRate: string | null;
  /** The payment that it is about; null if it is about none. */
  paymentIntentId: string | null;
  /** The payout that it is, and the day (UTC) on which that reaches the bank; null if it is none. */
  payout: { id: string; arrivesOn: string } | null;
}

/** What a provider says about a plan: all that it knows of it. */
export interface PlanFact {
  kind: 'plan';
  /** Our id of it, as the provider has stored it. */
  planId: string;
  subscriptionId: string;
  customerId: string;
  causeId: string;
  amountCents: number;
  /** What is charged beside the amount, for card costs. */
  coverCents: number;
  currency: string;
  interval: PlanInterval;
  state: 'active' | 'ending' | 'paused' | 'failing' | 'ended';
  startedAt: Date;
  nextChargeAt: Date | null;
  pausedUntil: Date | null;
  /** The overdue payment. */
  failure: PlanFailure | null;
  card: { brand: string; last4: string; expires: string } | null;
  endedAt: Date | null;
  /** Why it ended, if not because we asked for it. */
  endedWhy: Extract<EndReason, 'payment_failed' | 'disputed' | 'provider'> | null;
  /** Nothing that it has asked for is still to be collected. */
  isSettled: boolean;
  /** Its next payment was announced just now. */
  isAnnounced?: boolean;
  isReal: boolean;
  /** When the provider was asked. */
  readAt: Date;
}

/** A payment of a plan that the bank refused. */
export interface PlanFailure {
  invoiceId: string;
  since: Date;
  code: string | null;
  /** When it was tried last, and will be tried again, if it will. */
  triedAt: Date;
  nextTryAt: Date | null;
  mustConfirm: boolean;
}

/** What a provider says about an invoice of a plan that was paid. */
export interface InvoiceFact {
  kind: 'invoice';
  invoiceId: string;
  planId: string;
  subscriptionId: string;
  customerId: string;
  /** As it was when the invoice became final. */
  causeId: string;
  /** The invoice of the payment page. */
  isFirst: boolean;
  /** What was paid in all. */
  amountCents: number;
  /** What it consists of. */
  parts: PlanParts;
  /** What of it was paid without the provider: no money of ours. */
  elsewhereCents: number;
  currency: string;
  payments: { paymentIntentId: string; amountCents: number }[];
  paidAt: Date;
  isReal: boolean;
  /** The plan that it belongs to, if it was looked up with it. */
  plan?: PlanFact;
}

/** What a provider says about a checkout. */
export type CheckoutFact = {
  checkoutId: string;
  /** The payment page that it is about, if the provider names it: it must be the checkout's own. */
  sessionId?: string;
} & (
  | {
      kind: 'paid';
      paymentIntentId: string;
      amountCents: number;
      currency: string;
      /** When the charge was made. */
      paidAt: Date;
      /** Whether money moved, by the provider's own word. */
      isReal: boolean;
    }
  /** Pending: the donor has finished, and the money arrives in a few days or never. Failed: it never arrives. */
  | { kind: 'pending' | 'cancelled' | 'expired' | 'failed' }
);

/**
 * A state at the provider, in our terms, reported by an event or found by asking. Booking a fact twice, late, or
 * after a newer one changes nothing.
 */
export type PaymentFact =
  | CheckoutFact
  | RefundFact
  | DisputeFact
  | BalanceFact
  | PlanFact
  | InvoiceFact;

/** Something at the provider that can be looked up again. */
export interface ProviderObject {
  kind: 'checkout' | 'refund' | 'dispute' | 'balance' | 'plan' | 'invoice';
  /** The provider's id of it. */
  objectId: string;
}

/** The provider named an object without saying all that is needed to book it, perhaps because it is too new. */
export interface IncompleteFact {
  kind: 'incomplete';
  object: ProviderObject;
  /** What is missing. */
  note: string;
}

/** An event of a provider, in our terms. */
export type PaymentEvent = {
  provider: string;
  /** The provider's id of this event, which may be delivered many times. */
  eventId: string;
  /** The provider's name for what happened, kept for the record. */
  type: string;
} & (
  | PaymentFact
  | IncompleteFact
  /** A card was declined. The donor may try another one; a stranger who tries many is testing stolen cards. */
  | { kind: 'payment-failed'; checkoutId?: string; customerId?: string }
  /** Not for this site, and why. */
  | { kind: 'foreign'; note: string }
  /** Nothing that moves money or ends a checkout. */
  | { kind: 'other' }
);

/** A plan as we know it, for a provider that is to change it. */
export interface KnownPlan {
  id: PlanId;
  subscriptionId: string;
  customerId: string;
  causeId: CauseId;
  amountCents: number;
  coverCents: number;
  currency: string;
  interval: PlanInterval;
  state: PlanFact['state'];
  startedAt: Date;
  nextChargeAt: Date | null;
  pausedUntil: Date | null;
  /** The overdue payment. */
  failure: PlanFailure | null;
}

/** What is to change of a plan; what is absent stays. */
export interface PlanChange {
  /** What each payment consists of. */
  parts?: PlanParts;
  interval?: PlanInterval;
  causeId?: CauseId;
  /** When the next payment is due, from which on the interval counts. */
  nextChargeAt?: Date;
  /** Until when nothing is charged; null to go on. */
  pausedUntil?: Date | null;
}

/** What a provider can do about subscriptions that another system began at our account. */
export interface OtherSubscriptions {
  /** Those that have not ended and are not named after a plan, newest first, after one of them. */
  list(
    page: { after: string | null; limit: number },
    deadline: AbortSignal,
  ): Promise<{ items: FoundSubscription[]; next: string | null }>;
  /** One of them, also after it is named; null if the provider does not know it. */
  find(subscriptionId: string): Promise<FoundSubscription | null>;
  /**
   * Names a subscription after a plan and a cause, so that its invoices tell them from then on. Nothing is charged, and
   * the card stays. Repeating it changes nothing. Throws if the provider has not confirmed it.
   */
  adopt(named: { subscriptionId: string; planId: PlanId; causeId: CauseId }): Promise<PlanFact>;
}

/** A checkout that was not paid, as far as we know; `sessionId` is null if we do not know its page. */
export interface OpenCheckout {
  id: DonationId;
  sessionId: string | null;
  createdAt: Date;
}

/** A service that takes payments on its own page. */
export interface PaymentProvider {
  name: 'stripe' | 'test' | 'none';
  /** Whether its payments are real money. */
  takesRealMoney: boolean;
  /**
   * Creates a payment page for a checkout. The same checkout and attempt always give the same page, and a later
   * attempt finds the page of an earlier one. Throws {@link DefiniteFailure} if only the next attempt can
   * succeed, and `payments_unavailable` if the provider does not respond before `deadline`.
   */
  startCheckout(
    checkout: Checkout,
    deadline: AbortSignal,
  ): Promise<{ sessionId: string; url: string; isReal: boolean }>;
  /**
   * Ends the payment page of a checkout, so that nobody can pay on it anymore. Returns whether it has ended: if not, it was
   * paid. Repeating it changes nothing. Throws `payments_unavailable` if the provider does not respond before `deadline`.
   */
  endCheckout(checkout: OpenCheckout, deadline: AbortSignal): Promise<boolean>;
  /**
   * Refunds money. The same id refunds it only once. Throws {@link DefiniteFailure} if nothing was refunded, and
   * {@link refundOutcomeUnknown} if the outcome is unknown. After an earlier request without a response (`isRepeat`), a
   * refusal is no outcome: it may be about the repeat alone, while the first request was carried out.
   */
  refund(
    refund: {
      id: RefundId;
      paymentIntentId: string;
      amountCents: number;
      currency: string;
      isRepeat: boolean;
    },
    deadline: AbortSignal,
  ): Promise<RefundFact>;
  /**
   * Changes a plan, without charging or returning anything because of it. Throws {@link DefiniteFailure} if the provider
   * refuses, and `payments_unavailable` if it does not respond.
   */
  changePlan(plan: KnownPlan, change: PlanChange, deadline: AbortSignal): Promise<PlanFact>;
  /**
   * Ends a plan at once and gives up everything that was not paid yet. Repeating it changes nothing. Throws if the provider
   * has not confirmed all of it.
   */
  stopPlan(plan: KnownPlan): Promise<PlanFact>;
  /** The address of a page on which the donor enters another card. Throws `payments_unavailable`. */
  openCardPage(plan: KnownPlan, returnUrl: string, deadline: AbortSignal): Promise<string>;
  /** Subscriptions that another system began at our account; null if there can be none. */
  others: OtherSubscriptions | null;
  /** The address of a page on which the donor confirms an overdue payment; null if there is none to confirm. */
  openPaymentPage(invoiceId: string, deadline: AbortSignal): Promise<string | null>;
  /**
   * Lets each plan take over the card that its donor has entered at the provider, and tries an overdue payment with it.
   * Throws if one could not; the others have.
   */
  takeOverNewestCards(): Promise<void>;
  /**
   * Everything at the provider that may have changed since these moments, only read. If it cannot list one kind of objects,
   * it lists the others before it throws.
   */
  factsSince(since: {
    checkouts: Date;
    refunds: Date;
    disputes: Date;
    balance: Date;
    /** Of paid invoices, when they were created: a payment may come two months later. All plans are listed. */
    invoices: Date;
  }): AsyncIterable<PaymentFact | IncompleteFact>;
  /** What time it is at the provider; null if it does not say. Throws if it cannot be reached, or refuses our key. */
  readClock(): Promise<Date | null>;
  /** What our account there lacks, a sentence each: rights of our key, and what tells us of payments. Changes nothing there. */
  findGaps(): Promise<string[]>;
  /** One object as it is now; null if it is not about a payment of this site. Throws if it cannot be found. */
  lookUp(object: ProviderObject): Promise<PaymentFact | IncompleteFact | null>;
}

/** A function that needs the provider takes it among its services. */
export interface WithPayments {
  payments: PaymentProvider;
}

/** The provider definitely refused: the same call would be refused again. */
export class DefiniteFailure extends Error {
  /** The message for the person who made the request. */
  readonly refusal: AppError;

  constructor(refusal: AppError, cause: unknown) {
    super(refusal.message, { cause });
    this.refusal = refusal;
  }
}

/** 503: nobody can say yet whether a refund was made. */
export function refundOutcomeUnknown(cause: unknown): AppError {
  const error = new AppError(
    'payments_unavailable',
    'The payment provider has not responded, so the refund may or may not have gone through. It stays listed as requested, and we ask again within the hour. Please do not request it a second time.',
  );
  error.cause = cause;
  return error;
}
