import type { DonationId, RefundId } from '#contract/ids.ts';
import type { AppError } from '#server/platform/errors.ts';

/** A donation on its way to the payment page. */
export interface Checkout {
  id: DonationId;
  amountCents: number;
  causeName: string;
  email: string;
  createdAt: Date;
  expiresAt: Date;
  /** How often the provider has definitely failed to make a page for it. */
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
  /** Our own id of it, where it was asked for here. */
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
  /** What the bank has taken so far, and what of it came back. */
  withdrawnCents: number;
  reinstatedCents: number;
}

/** What a provider says about a checkout. */
export type CheckoutFact = {
  checkoutId: string;
  /** The payment page it is about, where the provider says so: it must be the checkout's own. */
  sessionId?: string;
} & (
  | { kind: 'paid'; paymentIntentId: string; amountCents: number; currency: string }
  /** Pending: the donor is done, and the money comes in some days or never. Failed: it never comes. */
  | { kind: 'pending' | 'cancelled' | 'expired' | 'failed' }
);

/**
 * What is so at the provider, in our words; told by an event or found by looking. Booking a fact twice, late,
 * or after a newer one changes nothing.
 */
export type PaymentFact = CheckoutFact | RefundFact | DisputeFact;

/** What a provider tells us, in our words. */
export type PaymentEvent = {
  provider: string;
  /** The provider's id of this event: the same event may be told many times. */
  eventId: string;
  /** The provider's name for what happened, kept for the record. */
  type: string;
} & (
  | PaymentFact
  /** A card was declined. The donor may try another one; a stranger who tries many is testing them. */
  | { kind: 'payment-failed'; checkoutId?: string }
  /** Not for this site, and why. */
  | { kind: 'foreign'; note: string }
  /** Nothing that moves money or ends a checkout. */
  | { kind: 'other' }
);

/** A service that takes payments on a page of its own. */
export interface PaymentProvider {
  name: 'stripe' | 'test';
  /**
   * Makes a payment page for a checkout. The same checkout and attempt give the same page, however often it is
   * asked, and a later attempt finds the page of an earlier one. Throws {@link DefiniteFailure} when only the
   * next attempt can succeed, and `payments_unavailable` when the provider does not answer before `deadline`.
   */
  startCheckout(
    checkout: Checkout,
    deadline: AbortSignal,
  ): Promise<{ sessionId: string; url: string }>;
  /**
   * Gives money back. The same id gives it back once, however often it is asked. Throws
   * {@link DefiniteFailure} when nothing was given back, and `payments_unavailable` when nobody knows.
   */
  refund(
    refund: { id: RefundId; paymentIntentId: string; amountCents: number },
    deadline: AbortSignal,
  ): Promise<RefundFact>;
  /** Everything there is at the provider that may have changed since these moments, oldest first. */
  factsSince(since: { checkouts: Date; refunds: Date; disputes: Date }): AsyncIterable<PaymentFact>;
}

/** What takes money gets the provider beside the rest. */
export interface WithPayments {
  payments: PaymentProvider;
}

/** The provider said no, for good: the same call would get the same answer. */
export class DefiniteFailure extends Error {
  /** What the person who asked is told. */
  readonly refusal: AppError;

  constructor(refusal: AppError, cause: unknown) {
    super(refusal.message, { cause });
    this.refusal = refusal;
  }
}
