import Stripe from 'stripe';
import { totalOf } from '#core/plan-parts.ts';
import type { PlanInterval } from '#core/plans.ts';
import {
  type Checkout,
  DefiniteFailure,
  type IncompleteFact,
  type InvoiceFact,
  type PaymentProvider,
  type PlanChange,
  type PlanFact,
} from '#server/giving/payment-provider/provider.ts';
import { idOf } from '#server/giving/payment-provider/stripe-objects.ts';
import {
  invoiceFact,
  planFact,
  planOf,
  recurringOf,
} from '#server/giving/payment-provider/stripe-plan-facts.ts';
import { partsMetadata } from '#server/giving/payment-provider/stripe-plan-parts.ts';
import { AppError } from '#server/platform/errors.ts';

/*
 * Calls to Stripe about plans: a subscription and a customer for each. Prices are written into each call, on one product
 * with an id of ours.
 */
const productId = 'everycent-recurring-donation';
const portalName = 'everycent-card';

/** Of a subscription, what its fact says. */
const parts = ['default_payment_method', 'latest_invoice.payments', 'customer'];

/** What a line of a payment page or a subscription costs, and how often. */
export function recurringPrice(amountCents: number, currency: string, interval: PlanInterval) {
  return {
    currency: currency.toLowerCase(),
    unit_amount: amountCents,
    product: productId,
    recurring: recurringOf[interval],
  };
}

/** Creates the product that all plans are prices of. It may exist already. */
export async function ensureProduct(stripe: Stripe): Promise<void> {
  await stripe.products
    .create(
      { id: productId, name: 'Recurring donation' },
      { idempotencyKey: `product-${productId}` },
    )
    .catch((error) => {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (error.code !== 'resource_already_exists') throw error;
    });
}

/** What a payment page says about a plan, and what its subscription and invoices will name. */
export function planParams(checkout: Pick<Checkout, 'id' | 'plan' | 'amountCents' | 'coverCents'>) {
  const { id, plan } = checkout;
  return { metadata: { planId: id, causeId: plan?.causeId ?? '', ...partsMetadata(checkout) } };
}

type FindPlan = (id: string) => Promise<PlanFact | IncompleteFact | null>;

type PlanCalls = Pick<
  PaymentProvider,
  'changePlan' | 'stopPlan' | 'openCardPage' | 'openPaymentPage'
> & {
  /** By the id of a subscription or its customer; null if it is not ours. */
  findPlan: FindPlan;
  /**
   * The same after the plan has taken over the card that its donor has entered, with which an overdue payment is tried at
   * once.
   */
  takeOverNewestCard: FindPlan;
  /** {@link takeOverNewestCard} for all plans. One that fails keeps no other from it; what failed first is thrown at last. */
  takeOverNewestCards(): Promise<void>;
  /** What an invoice says: that it was paid, or how its plan is now. */
  findInvoice(
    id: string,
    findItsPlan?: FindPlan,
  ): Promise<InvoiceFact | PlanFact | IncompleteFact | null>;
  /** All subscriptions, also those that have ended. */
  listPlans(): AsyncIterable<PlanFact | IncompleteFact>;
  listInvoices(since: Date): AsyncIterable<InvoiceFact | IncompleteFact>;
};

/** Whether an overdue payment of a subscription may be tried: its donor may have asked to stop meanwhile. */
export type MayCollect = (subscriptionId: string) => Promise<boolean>;

/** Calls about plans, with clients whose calls end at a deadline. */
export function stripePlans(
  client: (deadline?: AbortSignal) => Stripe,
  mayCollect: MayCollect,
): PlanCalls {
  const stripe = client();
  let portal: string | undefined;

  async function retrieve(id: string): Promise<Stripe.Subscription | undefined> {
    if (!id.startsWith('cus_')) return stripe.subscriptions.retrieve(id, { expand: parts });
    const listed = await stripe.subscriptions.list({
      customer: id,
      status: 'all',
      limit: 1,
      expand: parts.map((part) => `data.${part}`),
    });
    return listed.data[0];
  }

  async function findPlan(id: string): Promise<PlanFact | IncompleteFact | null> {
    const readAt = new Date();
    const subscription = await retrieve(id);
    return subscription ? read(subscription, readAt) : null;
  }

  async function takeOverNewestCard(id: string): Promise<PlanFact | IncompleteFact | null> {
    const readAt = new Date();
    const found = await retrieve(id);
    if (!(found && planOf(found))) return null;
    return read(await withNewestCard(stripe, found, mayCollect), readAt);
  }

  async function takeOverNewestCards(): Promise<void> {
    const expand = parts.map((part) => `data.${part}`);
    const failures: unknown[] = [];
    for await (const each of stripe.subscriptions.list({ status: 'all', limit: 100, expand })) {
      if (!planOf(each)) continue;
      await withNewestCard(stripe, each, mayCollect).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** What a subscription says; null if it is not ours. */
  async function read(
    subscription: Stripe.Subscription,
    readAt: Date,
    calls = stripe,
  ): Promise<PlanFact | IncompleteFact | null> {
    if (!planOf(subscription)) return null;
    const isOverdue = ['past_due', 'incomplete'].includes(subscription.status);
    const payment = isOverdue ? await paymentOf(calls, subscription.latest_invoice) : null;
    return planFact(subscription, payment, readAt);
  }

  async function mustRead(
    subscription: Stripe.Subscription,
    readAt: Date,
    calls: Stripe,
  ): Promise<PlanFact> {
    const fact = await read(subscription, readAt, calls);
    if (fact?.kind === 'plan') return fact;
    throw new Error(`Stripe subscription ${subscription.id} cannot be read: ${fact?.note}`);
  }

  async function* listPlans(): AsyncIterable<PlanFact | IncompleteFact> {
    const expand = parts.map((part) => `data.${part}`);
    // Of all pages the moment of the first one: a newer answer that came meanwhile wins.
    const readAt = new Date();
    for await (const each of stripe.subscriptions.list({ status: 'all', limit: 100, expand })) {
      const fact = await read(each, readAt);
      if (fact !== null) yield fact;
    }
  }

  return {
    findPlan,
    takeOverNewestCard,
    takeOverNewestCards,
    listPlans,
    async findInvoice(id, findItsPlan = findPlan) {
      const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] });
      const subscription = idOf(invoice.parent?.subscription_details?.subscription);
      if (subscription === null) return null;
      const paid = invoiceFact(invoice);
      const plan = await findItsPlan(subscription);
      if (paid?.kind !== 'invoice') return paid ?? plan;
      return plan?.kind === 'plan' ? { ...paid, plan } : paid;
    },
    async *listInvoices(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const expand = ['data.payments'];
      for await (const each of stripe.invoices.list({
        status: 'paid',
        limit: 100,
        created,
        expand,
      })) {
        const fact = invoiceFact(each);
        if (fact !== null) yield fact;
      }
    },
    async changePlan(plan, change, deadline) {
      const timed = client(deadline);
      const readAt = new Date();
      try {
        const current = await timed.subscriptions.retrieve(plan.subscriptionId, { expand: parts });
        const params = changeParams(await mustRead(current, readAt, timed), change, current);
        const { id } = await timed.subscriptions.update(plan.subscriptionId, params);
        // What is overdue was asked for before the pause, and would still be collected.
        if (change.pausedUntil) await giveUpOpenInvoices(timed, id);
        // Before it is asked: an answer that was long on its way must not replace a newer one.
        const askedAt = new Date();
        const changed = await timed.subscriptions.retrieve(id, { expand: parts });
        return await mustRead(changed, askedAt, timed);
      } catch (cause) {
        throw unavailable(
          cause,
          isRefusal(cause)
            ? 'Nothing was changed; please try again in a minute.'
            : 'We do not know yet whether it was changed; please look again in a few minutes.',
        );
      }
    },
    async stopPlan({ subscriptionId }) {
      await stripe.subscriptions.cancel(subscriptionId, { prorate: false }).catch((error) => {
        // It has ended already.
        if (!isMissing(error)) throw error;
      });
      await giveUpOpenInvoices(stripe, subscriptionId);
      const fact = await findPlan(subscriptionId);
      if (fact?.kind !== 'plan' || fact.state !== 'ended') {
        throw new Error(`Stripe has not ended ${subscriptionId}.`);
      }
      return { ...fact, isSettled: true };
    },
    async openCardPage({ customerId }, returnUrl, deadline) {
      const timed = client(deadline);
      try {
        portal ??= await portalConfiguration(timed);
        const { url } = await timed.billingPortal.sessions.create({
          customer: customerId,
          configuration: portal,
          return_url: returnUrl,
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
          },
        });
        return url;
      } catch (cause) {
        throw unavailable(cause, 'Your card was not changed; please try again in a minute.');
      }
    },
    async openPaymentPage(invoiceId, deadline) {
      try {
        const invoice = await client(deadline).invoices.retrieve(invoiceId);
        return invoice.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null;
      } catch (cause) {
        throw unavailable(cause, 'Please try again in a minute.');
      }
    },
  };
}

/** A donation is never a debt: what was asked for and not paid is given up. */
async function giveUpOpenInvoices(stripe: Stripe, subscription: string): Promise<void> {
  for await (const invoice of stripe.invoices.list({ subscription, status: 'open', limit: 100 })) {
    await stripe.invoices.voidInvoice(invoice.id);
  }
}

/** What is changed of a plan as it is at Stripe now: somebody else may have changed another part of its price. */
function changeParams(
  plan: PlanFact,
  change: PlanChange,
  { items, metadata }: Stripe.Subscription,
): Stripe.SubscriptionUpdateParams {
  const { parts, interval, causeId, nextChargeAt, pausedUntil } = change;
  const hasNewPrice = parts !== undefined || interval !== undefined;
  const itemId = items.data[0]?.id;
  return {
    // What was paid stays as it is, and nothing is asked for because of a change.
    proration_behavior: 'none',
    ...(hasNewPrice &&
      itemId !== undefined && {
        items: [
          {
            id: itemId,
            price_data: recurringPrice(
              totalOf(parts ?? plan),
              plan.currency,
              interval ?? plan.interval,
            ),
          },
        ],
      }),
    ...((causeId !== undefined || parts !== undefined) && {
      metadata: {
        ...(causeId !== undefined && { causeId }),
        ...(parts !== undefined && partsMetadata(parts, { metadata, parts: plan })),
      },
    }),
    ...(nextChargeAt !== undefined && { trial_end: Math.floor(nextChargeAt.getTime() / 1000) }),
    ...(pausedUntil !== undefined && {
      pause_collection:
        pausedUntil === null
          ? ''
          : { behavior: 'void', resumes_at: Math.floor(pausedUntil.getTime() / 1000) },
    }),
  };
}

/**
 * A card that a donor enters on Stripe's page becomes that of the customer, while the subscription is still charged with
 * its own: it takes the new one over, and an overdue payment is tried with it at once.
 */
async function withNewestCard(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  mayCollect: MayCollect,
): Promise<Stripe.Subscription> {
  const { customer, default_payment_method: own, status, latest_invoice } = subscription;
  if (typeof customer !== 'object' || customer.deleted) return subscription;
  const newest = idOf(customer.invoice_settings?.default_payment_method);
  if (newest === null || newest === idOf(own)) return subscription;
  if (!['active', 'trialing', 'past_due', 'paused'].includes(status)) return subscription;
  await stripe.subscriptions.update(subscription.id, { default_payment_method: newest });
  const invoice = idOf(latest_invoice);
  if (status === 'past_due' && invoice !== null && (await mayCollect(subscription.id))) {
    await stripe.invoices.pay(invoice).catch((error) => {
      // The bank refuses this card, too, or it was paid meanwhile: what comes of it is read below.
      if (!isRefusal(error)) throw error;
    });
  }
  return stripe.subscriptions.retrieve(subscription.id, { expand: parts });
}

/** The payment that an invoice waits for, with its latest charge. */
async function paymentOf(
  stripe: Stripe,
  invoice: Stripe.Invoice | string | null,
): Promise<Stripe.PaymentIntent | null> {
  if (invoice === null || typeof invoice === 'string') return null;
  const intent = idOf(invoice.payments?.data.at(-1)?.payment.payment_intent);
  if (intent === null) return null;
  return stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
}

/** The configuration of the customer portal that takes another card, and nothing else. */
async function portalConfiguration(stripe: Stripe): Promise<string> {
  for await (const known of stripe.billingPortal.configurations.list({
    active: true,
    limit: 100,
  })) {
    if (known.name === portalName) return known.id;
  }
  const { id } = await stripe.billingPortal.configurations.create({
    name: portalName,
    features: { payment_method_update: { enabled: true } },
  });
  return id;
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.statusCode !== undefined &&
    error.statusCode < 500 &&
    ![409, 429].includes(error.statusCode)
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

function unavailable(cause: unknown, then: string): Error {
  const error = new AppError(
    'payments_unavailable',
    `We cannot reach our payment provider right now. ${then}`,
  );
  error.cause = cause;
  return isRefusal(cause) ? new DefiniteFailure(error, cause) : error;
}
