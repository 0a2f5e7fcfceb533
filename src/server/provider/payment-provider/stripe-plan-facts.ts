import type Stripe from 'stripe';
import { z } from 'zod';
import { chargeAfterPause, type PlanInterval } from '#core/plans/plans.ts';
import type {
  IncompleteFact,
  InvoiceFact,
  PlanFact,
  PlanFailure,
} from '#server/provider/payment-provider/provider.ts';
import { incomplete, reference } from '#server/provider/payment-provider/stripe-objects.ts';
import {
  partsOfInvoice,
  partsOfPrice,
} from '#server/provider/payment-provider/stripe-plan-parts.ts';

/*
 * What Stripe's subscriptions and their invoices mean (decision 0042). Since version 2025-03-31.basil, the period is on
 * the item of a subscription, and an invoice names its payments in rows of their own.
 */
const id = z.string().min(1);
const moment = z.int().transform((seconds) => new Date(seconds * 1000));
const maybeMoment = moment.nullish().transform((value) => value ?? null);
const metadata = z.record(z.string(), z.unknown()).nullish();

const subscriptionObject = z.object({
  id,
  customer: reference.pipe(id),
  status: z.string(),
  currency: z.string(),
  livemode: z.boolean(),
  start_date: moment,
  billing_cycle_anchor: moment,
  cancel_at: maybeMoment,
  cancel_at_period_end: z.boolean(),
  ended_at: maybeMoment,
  pause_collection: z.object({ resumes_at: maybeMoment }).nullish(),
  cancellation_details: z.object({ reason: z.string().nullish() }).nullish(),
  default_payment_method: z.unknown().optional(),
  items: z.object({
    data: z.tuple([
      z.object({
        current_period_end: moment,
        price: z.object({
          unit_amount: z.int(),
          recurring: z.object({ interval: z.string(), interval_count: z.int() }),
        }),
      }),
    ]),
  }),
});
const cardObject = z.object({
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
});
const latestInvoice = z.object({
  id,
  status: z.string().nullish(),
  created: moment,
  next_payment_attempt: maybeMoment,
});

/** The intervals as Stripe writes them. */
export const recurringOf: Record<
  PlanInterval,
  { interval: 'month' | 'year'; interval_count: number }
> = {
  monthly: { interval: 'month', interval_count: 1 },
  quarterly: { interval: 'month', interval_count: 3 },
  yearly: { interval: 'year', interval_count: 1 },
};

/** The plan that an object of ours was made for, and its cause. */
export function planOf(object: { metadata?: unknown }): { planId: string; causeId: string } | null {
  const { planId, causeId } = metadata.safeParse(object.metadata).data ?? {};
  if (typeof planId !== 'string' || planId === '') return null;
  return { planId, causeId: typeof causeId === 'string' ? causeId : '' };
}

/**
 * The state of a subscription that was looked up; its payment method and latest invoice must be expanded. `payment` is
 * that of its latest invoice, with its latest charge, where one is overdue. Null if it is not ours.
 */
export function planFact(
  subscription: Stripe.Subscription,
  payment: Stripe.PaymentIntent | null,
  readAt: Date,
): PlanFact | IncompleteFact | null {
  const plan = planOf(subscription);
  if (!plan) return null;
  const read = subscriptionObject.safeParse(subscription);
  if (!read.success) return incomplete('plan', subscription, read.error);
  const told = read.data;
  const { price } = told.items.data[0];
  const interval = intervalOf(price.recurring);
  if (!interval) return incomplete('plan', subscription);
  const invoice = latestInvoice.safeParse(subscription.latest_invoice).data;
  const state = stateOf(told, invoice);
  const isOver = state === 'ended';
  return {
    kind: 'plan',
    ...plan,
    subscriptionId: told.id,
    customerId: told.customer,
    ...partsOfPrice(subscription.metadata, price.unit_amount),
    currency: told.currency,
    interval,
    state,
    startedAt: told.start_date,
    nextChargeAt: isOver ? null : nextChargeOf(told, interval),
    pausedUntil: isOver ? null : pausedUntil(told),
    failure: state === 'failing' ? failureOf(invoice, payment, readAt) : null,
    card: cardOf(told.default_payment_method),
    endedAt: isOver ? (told.ended_at ?? readAt) : null,
    endedWhy: isOver ? endOf(told.status, told.cancellation_details?.reason ?? null) : null,
    isSettled: false,
    isReal: told.livemode,
    readAt,
  };
}

/** The interval of a price; undefined for one that no plan has. */
export function intervalOf({
  interval,
  interval_count,
}: {
  interval: string;
  interval_count: number;
}): PlanInterval | undefined {
  const intervals = Object.keys(recurringOf) as PlanInterval[];
  return intervals.find(
    (name) =>
      recurringOf[name].interval === interval &&
      recurringOf[name].interval_count === interval_count,
  );
}

type Subscription = z.infer<typeof subscriptionObject>;
type LatestInvoice = z.infer<typeof latestInvoice> | undefined;

function stateOf(told: Subscription, invoice: LatestInvoice): PlanFact['state'] {
  const { status } = told;
  if (['canceled', 'unpaid', 'incomplete_expired'].includes(status)) return 'ended';
  // A pause gives up what is overdue.
  const isGivenUp = isPaused(told) && invoice?.status === 'void';
  if (['past_due', 'incomplete'].includes(status) && !isGivenUp) return 'failing';
  if (isPaused(told)) return 'paused';
  return isEnding(told) ? 'ending' : 'active';
}

const isPaused = (told: Subscription) => told.status === 'paused' || !!told.pause_collection;
const isEnding = (told: Subscription) => told.cancel_at_period_end || told.cancel_at !== null;
const pausedUntil = (told: Subscription) => told.pause_collection?.resumes_at ?? null;

/** When one that has not ended is charged next. */
function nextChargeOf(told: Subscription, interval: PlanInterval): Date | null {
  const next = told.items.data[0].current_period_end;
  if (isEnding(told)) return null;
  if (!isPaused(told)) return next;
  const until = pausedUntil(told);
  return until && chargeAfterPause(until, { first: told.billing_cycle_anchor, next, interval });
}

function failureOf(
  invoice: LatestInvoice,
  payment: Stripe.PaymentIntent | null,
  readAt: Date,
): PlanFailure {
  const charge = payment?.latest_charge;
  const tried = typeof charge === 'object' && charge ? new Date(charge.created * 1000) : readAt;
  const error = payment?.last_payment_error;
  return {
    invoiceId: invoice?.id ?? '',
    since: invoice?.created ?? readAt,
    code: error?.decline_code ?? error?.code ?? null,
    triedAt: tried,
    nextTryAt: invoice?.next_payment_attempt ?? null,
    mustConfirm: payment?.status === 'requires_action',
  };
}

function cardOf(method: unknown): PlanFact['card'] {
  const card = cardObject.safeParse(method).data?.card;
  if (!card) return null;
  const { brand, last4, exp_year, exp_month } = card;
  return { brand, last4, expires: `${exp_year}-${String(exp_month).padStart(2, '0')}` };
}

function endOf(status: string, reason: string | null): PlanFact['endedWhy'] {
  if (status !== 'canceled' || reason === 'payment_failed') return 'payment_failed';
  return reason === 'payment_disputed' ? 'disputed' : 'provider';
}

const invoiceObject = z.object({
  id,
  customer: reference.pipe(id),
  amount_paid: z.int(),
  amount_paid_off_stripe: z.int().nullish(),
  currency: z.string(),
  livemode: z.boolean(),
  billing_reason: z.string().nullish(),
  status_transitions: z.object({ paid_at: moment }),
  parent: z.object({ subscription_details: z.object({ subscription: reference.pipe(id) }) }),
  payments: z.object({
    has_more: z.literal(false),
    data: z.array(
      z.object({
        status: z.string(),
        amount_paid: z.int().nullish(),
        payment: z.object({ payment_intent: reference }),
      }),
    ),
  }),
});

/** A paid invoice that was looked up; its payments must be expanded. Null if it is not ours or not paid. */
export function invoiceFact(invoice: Stripe.Invoice): InvoiceFact | IncompleteFact | null {
  const plan = planOf(invoice.parent?.subscription_details ?? {});
  if (!plan || invoice.status !== 'paid') return null;
  const read = invoiceObject.safeParse(invoice);
  if (!read.success) return incomplete('invoice', invoice, read.error);
  const { customer, parent, payments, status_transitions, ...told } = read.data;
  return {
    kind: 'invoice',
    ...plan,
    invoiceId: told.id,
    subscriptionId: parent.subscription_details.subscription,
    customerId: customer,
    isFirst: told.billing_reason === 'subscription_create',
    amountCents: told.amount_paid,
    parts: partsOfInvoice(invoice.parent?.subscription_details?.metadata, told.amount_paid),
    elsewhereCents: told.amount_paid_off_stripe ?? 0,
    currency: told.currency,
    payments: payments.data.flatMap(({ status, amount_paid, payment }) =>
      status === 'paid' && payment.payment_intent
        ? [{ paymentIntentId: payment.payment_intent, amountCents: amount_paid ?? 0 }]
        : [],
    ),
    paidAt: status_transitions.paid_at,
    isReal: told.livemode,
  };
}

const invoiceBody = z.object({
  parent: z
    .object({ subscription_details: z.object({ subscription: reference }).nullish() })
    .nullish(),
  /** Where versions before 2025-03-31.basil name it. */
  subscription: reference,
});

/** The subscription that the invoice of an event names, in any version. */
export function subscriptionOfInvoice(body: unknown): string | null {
  const read = invoiceBody.safeParse(body).data;
  return read?.parent?.subscription_details?.subscription ?? read?.subscription ?? null;
}
