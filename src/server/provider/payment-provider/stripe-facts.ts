import type Stripe from 'stripe';
import { z } from 'zod';
import { refundId } from '#contract/ids.ts';
import type {
  BalanceFact,
  CheckoutFact,
  DisputeFact,
  IncompleteFact,
  PaymentEvent,
  ProviderObject,
  RefundFact,
} from '#server/provider/payment-provider/provider.ts';
import { incomplete, reference } from '#server/provider/payment-provider/stripe-objects.ts';
import { subscriptionOfInvoice } from '#server/provider/payment-provider/stripe-plan-facts.ts';

/*
 * What Stripe's events and objects mean, such as inquiries and chargebacks. Events and lists deal objects that may lack
 * anything: fields that are null for a moment, ids instead of objects, the fields of another version. These are the
 * ones that we read. What lacks one of them is looked up later.
 */
const id = z.string().min(1);
const metadata = z.record(z.string(), z.unknown()).nullish();

const sessionObject = z.object({
  id,
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid']),
});
const paidSession = z.object({
  payment_status: z.literal('paid'),
  payment_intent: reference.pipe(id),
  created: z.int(),
  amount_total: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
});
const returnObject = z.object({
  id,
  payment_intent: reference,
  charge: z.unknown().optional(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
});
const refundObject = returnObject.extend({ metadata });
const disputeObject = returnObject.extend({
  balance_transactions: z.array(z.unknown()).nullish(),
});

/** What an event comes to, in our terms. */
export type Told = PaymentEvent extends infer Event
  ? Event extends PaymentEvent
    ? Omit<Event, 'provider' | 'eventId' | 'type'>
    : never
  : never;

/**
 * What one of Stripe's events is about. An event is a hint: its body has the API version that its webhook endpoint was
 * created with, and the state of the moment at which it was written. What it names is looked up, and only that is booked.
 */
export function eventHint(event: Stripe.Event, isLive: boolean): Hint {
  if (event.account) return foreign(`it is about another account, ${event.account}`);
  if (event.livemode !== isLive) {
    const [theirs, ours] = event.livemode ? ['live', 'test'] : ['test', 'live'];
    return foreign(`it is a ${theirs} event, and this site takes ${ours} payments`);
  }
  const hint = Object.hasOwn(hints, event.type) ? hints[event.type] : undefined;
  return hint ? hint(event.data.object) : { kind: 'other' };
}

const about = (kind: ProviderObject['kind']) => (object: unknown) => aboutObject(kind, object);

/** What each of Stripe's events is about, by its type. Whatever is not here is none of ours. */
const hints: Record<string, (object: unknown) => Hint> = {
  'checkout.session.completed': about('checkout'),
  'checkout.session.async_payment_succeeded': about('checkout'),
  'checkout.session.async_payment_failed': about('checkout'),
  'checkout.session.expired': about('checkout'),
  'refund.created': about('refund'),
  'refund.updated': about('refund'),
  'refund.failed': about('refund'),
  'charge.refund.updated': about('refund'),
  'charge.dispute.created': about('dispute'),
  'charge.dispute.updated': about('dispute'),
  'charge.dispute.funds_withdrawn': about('dispute'),
  'charge.dispute.funds_reinstated': about('dispute'),
  'charge.dispute.closed': about('dispute'),
  // The fee is known seconds after the payment: the charge names what moved.
  'charge.updated': about('balance'),
  'customer.subscription.created': about('plan'),
  'customer.subscription.updated': about('plan'),
  'customer.subscription.deleted': about('plan'),
  'customer.subscription.paused': about('plan'),
  'customer.subscription.resumed': about('plan'),
  'invoice.paid': about('invoice'),
  'invoice.payment_failed': about('invoice'),
  'invoice.payment_action_required': about('invoice'),
  'invoice.finalization_failed': about('invoice'),
  'invoice.voided': about('invoice'),
  'invoice.marked_uncollectible': about('invoice'),
  // It does not exist yet, so it cannot be looked up.
  'invoice.upcoming': (invoice) => {
    const objectId = subscriptionOfInvoice(invoice);
    if (objectId === null) return { kind: 'other' };
    return { kind: 'look-up', object: { kind: 'plan', objectId }, isAnnouncement: true };
  },
  // Another card: the plan of its customer is looked up.
  'customer.updated': about('plan'),
  'payment_method.automatically_updated': (method) => {
    const customer = customerOf(method);
    if (customer === undefined) return { kind: 'other' };
    return { kind: 'look-up', object: { kind: 'plan', objectId: customer } };
  },
  // Book nothing, so nothing is looked up: whoever tries a thousand cards causes no thousand calls.
  'charge.failed': failedPayment,
  'payment_intent.payment_failed': failedPayment,
};

/** The events that the webhook endpoint has to send: the guide and the check of an installation take them from here. */
export const webhookEvents: readonly string[] = Object.keys(hints);

function failedPayment(object: unknown): Hint {
  const checkoutId = checkoutIdOf(Object(object));
  const customerId = customerOf(object);
  return {
    kind: 'payment-failed',
    ...(checkoutId && { checkoutId }),
    ...(customerId && { customerId }),
  };
}

function aboutObject(kind: ProviderObject['kind'], object: unknown): Hint {
  const read = z.object({ id }).safeParse(object);
  return read.success
    ? { kind: 'look-up', object: { kind, objectId: read.data.id } }
    : incomplete(kind, object, read.error);
}

/** What the looked-up session of an event says: also if this site did not start it. */
export function toldSession(session: Stripe.Checkout.Session): Told {
  if (!checkoutIdOf(session)) return foreign(`this site did not start the session ${session.id}`);
  return sessionFact(session) ?? { kind: 'other' };
}

/** The state of a session that was looked up; its payment must be expanded. Null if it is open or not ours. */
export function sessionFact(
  session: Stripe.Checkout.Session,
): CheckoutFact | IncompleteFact | null {
  const checkoutId = checkoutIdOf(session);
  if (!checkoutId) return null;
  const read = sessionObject.safeParse(session);
  if (!read.success) return incomplete('checkout', session, read.error);
  const { status, payment_status } = read.data;
  // What a plan begins with is told by its subscription, and paid by its invoice.
  if (status === 'open' || (session.mode === 'subscription' && status === 'complete')) return null;
  const common = { checkoutId, sessionId: session.id };
  if (status === 'expired') return { kind: 'expired', ...common };
  if (payment_status === 'paid') return paid(session, checkoutId);
  const payment = session.payment_intent;
  // Anything else may still end well, such as a payment that is not named yet.
  const hasFailed =
    payment !== null &&
    typeof payment === 'object' &&
    ['requires_payment_method', 'canceled'].includes(payment.status);
  return { kind: hasFailed ? 'failed' : 'pending', ...common };
}

function paid(session: Stripe.Checkout.Session, checkoutId: string): CheckoutFact | IncompleteFact {
  const read = paidSession.safeParse(session);
  // Without the payment's own id, its refunds and disputes would never find the donation.
  if (!read.success) return incomplete('checkout', session, read.error);
  const { payment_intent, amount_total, currency, livemode } = read.data;
  return {
    kind: 'paid',
    checkoutId,
    sessionId: session.id,
    paymentIntentId: payment_intent,
    amountCents: amount_total,
    currency,
    paidAt: chargedAt(session.payment_intent) ?? new Date(read.data.created * 1000),
    isReal: livemode,
  };
}

const chargedPayment = z.object({ latest_charge: z.object({ created: z.int() }) });

/** When the charge of a payment was made; null if only the payment's id is there. */
function chargedAt(payment: unknown): Date | null {
  const read = chargedPayment.safeParse(payment).data;
  return read ? new Date(read.latest_charge.created * 1000) : null;
}

/** The state of a refund; null if it cannot be of one of our payments. */
export function refundFact(refund: Stripe.Refund): RefundFact | IncompleteFact | null {
  const read = refundObject.safeParse(refund);
  if (!read.success) return incomplete('refund', refund, read.error);
  const { amount, currency, status } = read.data;
  const paymentIntentId = read.data.payment_intent ?? paymentOfCharge(read.data.charge);
  if (paymentIntentId === null) return null;
  if (paymentIntentId === undefined) return incomplete('refund', refund);
  const requestId = refundId.safeParse(read.data.metadata?.refundRequestId).data;
  const statuses: Record<string, RefundFact['status']> = {
    succeeded: 'succeeded',
    failed: 'failed',
    canceled: 'failed',
  };
  return {
    kind: 'refund',
    refundId: read.data.id,
    paymentIntentId,
    amountCents: amount,
    currency,
    status: statuses[status] ?? 'pending',
    ...(requestId && { requestId }),
  };
}

/** The state of a dispute; null if it cannot be about one of our payments. */
export function disputeFact(dispute: Stripe.Dispute): DisputeFact | IncompleteFact | null {
  const read = disputeObject.safeParse(dispute);
  if (!read.success) return incomplete('dispute', dispute, read.error);
  const { amount: amountCents, currency, status } = read.data;
  const paymentIntentId = read.data.payment_intent ?? paymentOfCharge(read.data.charge);
  if (paymentIntentId === null) return null;
  if (paymentIntentId === undefined) return incomplete('dispute', dispute);
  const statuses: Record<string, DisputeFact['status']> = {
    won: 'won',
    lost: 'lost',
    warning_closed: 'closed',
    prevented: 'closed',
  };
  return {
    kind: 'dispute',
    disputeId: read.data.id,
    paymentIntentId,
    amountCents,
    currency,
    status: statuses[status] ?? 'open',
    ...takenBy(read.data),
  };
}

const balanceObject = z.object({
  id,
  created: z.int(),
  type: z.string(),
  reporting_category: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  exchange_rate: z.number().positive().nullish(),
  fee_details: z
    .array(z.object({ amount: z.int(), type: z.string(), description: z.string().nullish() }))
    .nullish(),
});
const sourceOfPayout = z.object({ id, object: z.literal('payout'), arrival_date: z.int() });

/** The payout that a move is; its day is one of UTC, as Stripe's are. */
function payoutOf(source: unknown): BalanceFact['payout'] {
  const payout = sourceOfPayout.safeParse(source).data;
  if (!payout) return null;
  const arrivesOn = new Date(payout.arrival_date * 1000).toISOString().slice(0, 10);
  return { id: payout.id, arrivesOn };
}

const sourceOfPayment = z.object({ payment_intent: reference });

/** What moved the balance; its source must be expanded. */
export function balanceFact(transaction: Stripe.BalanceTransaction): BalanceFact | IncompleteFact {
  const read = balanceObject.safeParse(transaction);
  if (!read.success) return incomplete('balance', transaction, read.error);
  const { created, type, reporting_category, amount, fee, net, currency } = read.data;
  return {
    kind: 'balance',
    transactionId: read.data.id,
    createdAt: new Date(created * 1000),
    transactionType: type,
    category: reporting_category,
    amountCents: amount,
    feeCents: fee,
    feeParts: (read.data.fee_details ?? []).map((part) => ({
      type: part.type,
      description: part.description ?? '',
      amountCents: part.amount,
    })),
    netCents: net,
    currency,
    exchangeRate: read.data.exchange_rate?.toString() ?? null,
    paymentIntentId: sourceOfPayment.safeParse(transaction.source).data?.payment_intent ?? null,
    payout: payoutOf(transaction.source),
  };
}

const balanceTransaction = z.object({ amount: z.int(), currency: z.string() });

/**
 * What a dispute has moved, in the currency of the charge. Its balance transactions are in the currency that the
 * account settles in, at the rates of their days: only in the charge's own currency do they have the exact amount,
 * without Stripe's fee; in another, they say that the disputed amount moved. If there are none yet, the status
 * decides. A warning is an inquiry by the bank and takes nothing.
 */
function takenBy({
  balance_transactions,
  status,
  amount,
  currency,
}: z.infer<typeof disputeObject>) {
  const moves = z.array(balanceTransaction).safeParse(balance_transactions ?? []).data ?? [];
  if (moves.length > 0) {
    const sum = (sign: number) =>
      moves
        .filter((move) => Math.sign(move.amount) === sign)
        .reduce(
          (cents, move) => cents + (move.currency === currency ? Math.abs(move.amount) : amount),
          0,
        );
    return { withdrawnCents: sum(-1), reinstatedCents: sum(1) };
  }
  const isTaken = !(status.startsWith('warning_') || status === 'prevented');
  return {
    withdrawnCents: isTaken ? amount : 0,
    reinstatedCents: status === 'won' ? amount : 0,
  };
}

/**
 * The payment of a charge, for an object that names only its charge. Undefined if we cannot tell; null if the charge
 * has none: all of our own have one.
 */
function paymentOfCharge(charge: unknown): string | null | undefined {
  const read = z.object({ payment_intent: reference }).safeParse(charge);
  return read.success ? read.data.payment_intent : undefined;
}

/** The checkout that an object of ours was made for. */
function checkoutIdOf(object: { metadata?: unknown } | null): string | undefined {
  const value = metadata.safeParse(object?.metadata).data?.checkoutId;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The customer whose card an object is about. */
function customerOf(object: unknown): string | undefined {
  return z.object({ customer: reference }).safeParse(object).data?.customer ?? undefined;
}

type Hint = Told | { kind: 'look-up'; object: ProviderObject; isAnnouncement?: true };

function foreign(note: string): { kind: 'foreign'; note: string } {
  return { kind: 'foreign', note };
}
