/** A donation on its way to the payment page. */
export interface Checkout {
  id: string;
  amountCents: number;
  causeName: string;
  email: string;
  expiresAt: Date;
}

/** What a provider tells us about a checkout, in our words. */
export type PaymentEvent = {
  provider: string;
  /** The provider's id of this event: the same event may be told many times. */
  eventId: string;
  /** The provider's name for what happened, kept for the record. */
  type: string;
  /** The payment page it is about, where the provider says so: it must be the checkout's own. */
  sessionId?: string;
} & (
  | {
      kind: 'paid';
      checkoutId: string;
      paymentIntentId: string;
      amountCents: number;
      currency: string;
    }
  | { kind: 'cancelled' | 'expired'; checkoutId: string }
  /** Nothing that moves money or ends a checkout. */
  | { kind: 'other' }
);

/** A service that takes payments on a page of its own. */
export interface PaymentProvider {
  name: 'stripe' | 'test';
  /**
   * Makes a payment page for a checkout. The same checkout id gives the same page, however often it is asked.
   * Throws `payments_unavailable` when the provider does not answer.
   */
  startCheckout(checkout: Checkout): Promise<{ sessionId: string; url: string }>;
}
