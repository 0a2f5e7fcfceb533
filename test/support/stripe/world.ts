import type Stripe from 'stripe';
import type { FakeAccount } from '#test/support/stripe/account.ts';
import type { BankAnswer } from '#test/support/stripe/cards.ts';
import type { FakeClock } from '#test/support/stripe/clock.ts';
import type { Params } from '#test/support/stripe/form.ts';

/** A session with additional data that the fake needs. */
export type FakeSession = Stripe.Checkout.Session & { params: Params };

/** Everything ever created, oldest first. */
export interface StripeObjects {
  products: Stripe.Product[];
  prices: Stripe.Price[];
  customers: Stripe.Customer[];
  paymentMethods: Stripe.PaymentMethod[];
  sessions: FakeSession[];
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  invoicePayments: Stripe.InvoicePayment[];
  paymentIntents: Stripe.PaymentIntent[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  balanceTransactions: Stripe.BalanceTransaction[];
  payouts: Stripe.Payout[];
  portalConfigurations: Stripe.BillingPortal.Configuration[];
  webhookEndpoints: Stripe.WebhookEndpoint[];
  portalSessions: Stripe.BillingPortal.Session[];
  events: Stripe.Event[];
}

/** Where a subscription is in its rhythm. */
export interface Cycle {
  /** The moment that all periods are counted from, and how many of them have begun before the current one. */
  anchor: number;
  period: number;
  /** Changes whenever the rhythm does: what was planned for an earlier one does not happen. */
  version: number;
}

/** What Stripe knows without any of its objects saying so. */
export interface Hidden {
  /** What the bank of a payment method answers, one for each charge, and then always the last. */
  answers: Map<string, BankAnswer[]>;
  /** Payment methods that are not tried again. */
  blocked: Set<string>;
  /** The payout that each balance transaction was paid out with. */
  payouts: Map<string, string>;
  /** The price of each session. */
  prices: Map<string, Stripe.Price>;
  /** The rhythm of each subscription. */
  cycles: Map<string, Cycle>;
}

/** What the parts of the fake share. */
export interface World {
  clock: FakeClock;
  account: FakeAccount;
  objects: StripeObjects;
  hidden: Hidden;
  /** The number after which its ids count. */
  firstId: number;
  /** The next id of a kind, such as `in_7`. */
  id(prefix: string): string;
  /** Reports something: makes its event, and hands it to the delivery. */
  tell(type: Stripe.Event['type'], object: object, before?: object): Stripe.Event;
}

/** An object of one of the lists. Throws if there is none: a test, not the application, has asked wrongly. */
export function find<T extends { id: string }>(list: T[], id: unknown): T {
  const found = list.find((each) => each.id === id);
  if (!found) throw new Error(`Nothing has the id ${id}.`);
  return found;
}

/** The id of what a field refers to. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
