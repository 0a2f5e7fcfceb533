import type Stripe from 'stripe';
import { refundId } from '#contract/ids.ts';
import type {
  CheckoutFact,
  DisputeFact,
  PaymentEvent,
  RefundFact,
} from '#server/giving/payment-provider/provider.ts';

type Told = PaymentEvent extends infer Event
  ? Event extends PaymentEvent
    ? Omit<Event, 'provider' | 'eventId' | 'type'>
    : never
  : never;

/** What one of Stripe's events says, in our terms. */
export function eventFact(event: Stripe.Event, isLive: boolean): Told {
  if (event.account) return foreign(`it is about another account, ${event.account}`);
  if (event.livemode !== isLive) {
    const [theirs, ours] = event.livemode ? ['live', 'test'] : ['test', 'live'];
    return foreign(`it is a ${theirs} event, and this site takes ${ours} payments`);
  }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object;
      const checkoutId = session.metadata?.checkoutId;
      if (!checkoutId) return foreign(`this site did not start the session ${session.id}`);
      if (event.type === 'checkout.session.async_payment_failed') {
        return { kind: 'failed', checkoutId, sessionId: session.id };
      }
      if (event.type === 'checkout.session.expired') {
        return { kind: 'expired', checkoutId, sessionId: session.id };
      }
      // A delayed method completes unpaid, and succeeds days later with an event of its own.
      return session.payment_status === 'paid'
        ? paid(session, checkoutId)
        : { kind: 'pending', checkoutId, sessionId: session.id };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundFact(event.data.object) ?? { kind: 'other' };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputeFact(event.data.object) ?? { kind: 'other' };
    case 'charge.failed':
    case 'payment_intent.payment_failed': {
      const checkoutId = event.data.object.metadata?.checkoutId;
      return { kind: 'payment-failed', ...(checkoutId && { checkoutId }) };
    }
    default:
      return { kind: 'other' };
  }
}

/** The state of a session that was looked up; its payment must be expanded. Null if it is open or not ours. */
export function sessionFact(session: Stripe.Checkout.Session): CheckoutFact | null {
  const checkoutId = session.metadata?.checkoutId;
  if (!checkoutId || session.status === 'open') return null;
  const common = { checkoutId, sessionId: session.id };
  if (session.status === 'expired') return { kind: 'expired', ...common };
  if (session.payment_status === 'paid') return paid(session, checkoutId);
  const payment = session.payment_intent;
  const isOnItsWay = typeof payment !== 'object' || payment?.status === 'processing';
  return { kind: isOnItsWay ? 'pending' : 'failed', ...common };
}

function paid(session: Stripe.Checkout.Session, checkoutId: string): CheckoutFact {
  return {
    kind: 'paid',
    checkoutId,
    sessionId: session.id,
    paymentIntentId: idOf(session.payment_intent) ?? session.id,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
  };
}

/** The state of a refund; null if it cannot be of one of our payments. */
export function refundFact(refund: Stripe.Refund): RefundFact | null {
  const paymentIntentId = idOf(refund.payment_intent);
  if (paymentIntentId === null) return null;
  const requestId = refundId.safeParse(refund.metadata?.refundRequestId).data;
  const statuses: Record<string, RefundFact['status']> = {
    succeeded: 'succeeded',
    failed: 'failed',
    canceled: 'failed',
  };
  return {
    kind: 'refund',
    refundId: refund.id,
    paymentIntentId,
    amountCents: refund.amount,
    currency: refund.currency,
    status: statuses[refund.status ?? ''] ?? 'pending',
    ...(requestId && { requestId }),
  };
}

/** The state of a dispute; null if it cannot be about one of our payments. */
export function disputeFact(dispute: Stripe.Dispute): DisputeFact | null {
  const paymentIntentId = idOf(dispute.payment_intent);
  if (paymentIntentId === null) return null;
  const { id: disputeId, amount: amountCents, currency, status } = dispute;
  const common = { kind: 'dispute' as const, disputeId, paymentIntentId, amountCents, currency };
  const statuses: Record<string, DisputeFact['status']> = {
    won: 'won',
    lost: 'lost',
    warning_closed: 'closed',
    prevented: 'closed',
  };
  return { ...common, status: statuses[status] ?? 'open', ...movedBy(dispute) };
}

/**
 * What a dispute has moved. Its balance transactions have the exact amount, without Stripe's fee; if there are
 * none yet, its status decides. A warning is an inquiry by the bank and takes nothing.
 */
function movedBy({ balance_transactions: moves = [], status, amount }: Stripe.Dispute) {
  if (moves.length > 0) {
    const sum = (sign: number) =>
      moves.reduce((cents, move) => cents + Math.max(0, sign * move.amount), 0);
    return { withdrawnCents: sum(-1), reinstatedCents: sum(1) };
  }
  const isTaken = !(status.startsWith('warning_') || status === 'prevented');
  return {
    withdrawnCents: isTaken ? amount : 0,
    reinstatedCents: status === 'won' ? amount : 0,
  };
}

function foreign(note: string): Told {
  return { kind: 'foreign', note };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
