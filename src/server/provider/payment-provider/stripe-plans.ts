import Stripe from 'stripe';
import type { PlanInterval } from '#core/plans/plans.ts';
import type {
  Checkout,
  IncompleteFact,
  InvoiceFact,
  PlanFact,
} from '#server/provider/payment-provider/provider.ts';
import { idOf } from '#server/provider/payment-provider/stripe-objects.ts';
import {
  invoiceFact,
  planFact,
  planOf,
  recurringOf,
} from '#server/provider/payment-provider/stripe-plan-facts.ts';
import { partsMetadata } from '#server/provider/payment-provider/stripe-plan-parts.ts';
import { isRefusal } from '#server/provider/payment-provider/stripe-refusals.ts';

/*
 * Calls to Stripe about plans: a subscription and a customer for each. Prices are written into each call, on one product
 * with an id of ours.
 */
const productId = 'everycent-recurring-donation';

/** Of a subscription, what its fact says. */
export const planDetails = {
  expand: ['default_payment_method', 'latest_invoice.payments', 'customer'],
};
const detailsOfListed = { expand: planDetails.expand.map((part) => `data.${part}`) };

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

/** What Stripe says about plans. */
export interface StripePlans {
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
}

/** Whether an overdue payment of a subscription may be tried: its donor may have asked to stop meanwhile. */
export type MayCollect = (subscriptionId: string) => Promise<boolean>;

/** Looks plans up. `stripe-change-plan.ts` changes them. */
export function stripePlans(stripe: Stripe, mayCollect: MayCollect): StripePlans {
  const listAll = () =>
    stripe.subscriptions.list({ status: 'all', limit: 100, ...detailsOfListed });

  async function findPlan(id: string): Promise<PlanFact | IncompleteFact | null> {
    const readAt = new Date();
    const subscription = await retrieve(stripe, id);
    return subscription ? readPlan(stripe, subscription, readAt) : null;
  }

  return {
    findPlan,
    async takeOverNewestCard(id) {
      const readAt = new Date();
      const found = await retrieve(stripe, id);
      if (!(found && planOf(found))) return null;
      return readPlan(stripe, await withNewestCard(stripe, found, mayCollect), readAt);
    },
    async takeOverNewestCards() {
      const failures: unknown[] = [];
      for await (const each of listAll()) {
        if (!planOf(each)) continue;
        await withNewestCard(stripe, each, mayCollect).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    async findInvoice(id, findItsPlan = findPlan) {
      const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] });
      const subscription = idOf(invoice.parent?.subscription_details?.subscription);
      if (subscription === null) return null;
      const paid = invoiceFact(invoice);
      const plan = await findItsPlan(subscription);
      if (paid?.kind !== 'invoice') return paid ?? plan;
      return plan?.kind === 'plan' ? { ...paid, plan } : paid;
    },
    async *listPlans() {
      // Of all pages the moment of the first one: a newer answer that came meanwhile wins.
      const readAt = new Date();
      for await (const each of listAll()) {
        const fact = await readPlan(stripe, each, readAt);
        if (fact !== null) yield fact;
      }
    },
    async *listInvoices(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const page = { limit: 100, created, expand: ['data.payments'] };
      for await (const each of stripe.invoices.list({ status: 'paid', ...page })) {
        const fact = invoiceFact(each);
        if (fact !== null) yield fact;
      }
    },
  };
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  if (!id.startsWith('cus_')) return stripe.subscriptions.retrieve(id, planDetails);
  const ofCustomer = { customer: id, status: 'all', limit: 1 } as const;
  const listed = await stripe.subscriptions.list({ ...ofCustomer, ...detailsOfListed });
  return listed.data[0];
}

/** What a subscription says; null if it is not ours. */
async function readPlan(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  readAt: Date,
): Promise<PlanFact | IncompleteFact | null> {
  if (!planOf(subscription)) return null;
  const isOverdue = ['past_due', 'incomplete'].includes(subscription.status);
  const payment = isOverdue ? await paymentOf(stripe, subscription.latest_invoice) : null;
  return planFact(subscription, payment, readAt);
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

/** What a subscription of ours says. Throws if it cannot be read. */
export async function mustReadPlan(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  readAt: Date,
): Promise<PlanFact> {
  const fact = await readPlan(stripe, subscription, readAt);
  if (fact?.kind === 'plan') return fact;
  throw new Error(`Stripe subscription ${subscription.id} cannot be read: ${fact?.note}`);
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
  return stripe.subscriptions.retrieve(subscription.id, planDetails);
}
