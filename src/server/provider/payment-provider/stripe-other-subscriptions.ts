import type Stripe from 'stripe';
import { email as emailField } from '#contract/fields.ts';
import { type AdoptionFacts, adoptionProblem, paymentOpen } from '#core/plans/plan-adoptions.ts';
import { bookCurrency } from '#core/platform/money.ts';
import type { FoundSubscription } from '#server/provider/payment-provider/other-subscriptions.ts';
import type {
  IncompleteFact,
  OtherSubscriptions,
  PlanFact,
} from '#server/provider/payment-provider/provider.ts';
import { idOf } from '#server/provider/payment-provider/stripe-objects.ts';
import { intervalOf, planOf } from '#server/provider/payment-provider/stripe-plan-facts.ts';
import { partsMetadata } from '#server/provider/payment-provider/stripe-plan-parts.ts';
import { isMissing } from '#server/provider/payment-provider/stripe-refusals.ts';

/* Lists and names subscriptions that another system began at the same account of Stripe (decision 0046). */
const parts = ['customer', 'default_payment_method'];

/** Calls about subscriptions that are not ours yet. `findPlan` reads one that is. */
export function stripeOtherSubscriptions(
  client: (deadline?: AbortSignal) => Stripe,
  findPlan: (id: string) => Promise<PlanFact | IncompleteFact | null>,
): OtherSubscriptions {
  const stripe = client();
  return {
    async list({ after, limit }, deadline) {
      const timed = client(deadline);
      const page = await timed.subscriptions.list({
        limit: Math.min(limit, 100),
        ...(after !== null && { starting_after: after }),
        expand: parts.map((part) => `data.${part}`),
      });
      const others = page.data.filter((each) => planOf(each) === null);
      const names = await productNames(timed, others);
      return {
        items: others.map((each) => describe(each, names)),
        next: page.has_more ? (page.data.at(-1)?.id ?? null) : null,
      };
    },
    async find(subscriptionId) {
      const found = await stripe.subscriptions
        .retrieve(subscriptionId, { expand: parts })
        .catch((error) => {
          if (isMissing(error)) return null;
          throw error;
        });
      if (found === null) return null;
      const described = describe(found, await productNames(stripe, [found]));
      if (described.problem !== null) return described;
      // It may be active meanwhile: a bank takes days for a direct debit.
      const open = await stripe.invoices.list({
        subscription: subscriptionId,
        status: 'open',
        limit: 1,
      });
      if (open.data.length > 0) return { ...described, problem: paymentOpen };
      const ofCustomer = await stripe.subscriptions.list({
        customer: described.customerId,
        limit: 2,
      });
      if (ofCustomer.data.length < 2) return described;
      // A card that is changed for one of them would be that of the others, too.
      const problem = 'Its customer has another subscription, with the same cards.';
      return { ...described, problem };
    },
    async adopt({ subscriptionId, planId, causeId }) {
      const current = await stripe.subscriptions.retrieve(subscriptionId, { expand: parts });
      const own = idOf(current.default_payment_method);
      const customer = typeof current.customer === 'object' ? current.customer : null;
      const usual =
        customer && !customer.deleted ? customer.invoice_settings?.default_payment_method : null;
      // A plan takes over the card of its customer; that must be the one that is charged now.
      if (own !== null && customer && idOf(usual) !== own) {
        await stripe.customers.update(customer.id, {
          invoice_settings: { default_payment_method: own },
        });
      }
      // What the other system has called by the same names says nothing about this plan.
      const amountCents = current.items.data[0]?.price.unit_amount ?? 0;
      await stripe.subscriptions.update(subscriptionId, {
        metadata: { planId, causeId, ...partsMetadata({ amountCents, coverCents: 0 }) },
      });
      const fact = await findPlan(subscriptionId);
      if (fact?.kind === 'plan') return fact;
      throw new Error(`Stripe subscription ${subscriptionId} cannot be read: ${fact?.note}`);
    },
  };
}

/** The names of what is sold, by id. A subscription names only the id. */
async function productNames(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
): Promise<Map<string, string>> {
  const ids = new Set(
    subscriptions.flatMap(({ items }) => items.data.map(({ price }) => idOf(price.product) ?? '')),
  );
  ids.delete('');
  if (ids.size === 0) return new Map();
  const products = await stripe.products.list({ ids: [...ids], limit: 100 });
  return new Map(products.data.map(({ id, name }) => [id, name]));
}

function describe(
  subscription: Stripe.Subscription,
  names: Map<string, string>,
): FoundSubscription {
  const [item] = subscription.items.data;
  const price = item?.price;
  const productId = idOf(price?.product) ?? '';
  const donor = donorOf(subscription);
  const facts = factsOf(subscription, donor.email);
  const fee = subscription.application_fee_percent;
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    product: { id: productId, name: names.get(productId) ?? price?.nickname ?? productId },
    amountCents: facts.amountCents,
    currency: facts.currency,
    interval: facts.interval,
    every: facts.every,
    state: stateOf(subscription),
    nextChargeAt: item ? new Date(item.current_period_end * 1000).toISOString() : null,
    problem: adoptionProblem(facts, bookCurrency()),
    remark: fee
      ? `The other system keeps ${fee}% of each payment, also after it is taken over.`
      : '',
    donor,
    isReal: subscription.livemode,
    planId: planOf(subscription)?.planId ?? null,
  };
}

function donorOf({
  customer,
  default_payment_method: method,
}: Stripe.Subscription): FoundSubscription['donor'] {
  const person = typeof customer === 'object' && !customer.deleted ? customer : null;
  const billing = typeof method === 'object' ? method?.billing_details : undefined;
  const whole = (person?.name ?? billing?.name ?? '').trim().slice(0, 200);
  const cut = whole.lastIndexOf(' ');
  const address = (person?.email ?? billing?.email ?? '').trim();
  return {
    firstName: whole.slice(0, Math.max(0, cut)).slice(0, 100),
    lastName: whole.slice(cut + 1).slice(0, 100),
    email: emailField.safeParse(address).success ? address : '',
    phone: (person?.phone ?? billing?.phone ?? '').slice(0, 50),
    zip: (person?.address?.postal_code ?? billing?.address?.postal_code ?? '').slice(0, 20),
  };
}

function factsOf(subscription: Stripe.Subscription, email: string): AdoptionFacts {
  const { status, items, pause_collection } = subscription;
  const [item] = items.data;
  const price = item?.price;
  const recurring = price?.recurring ?? null;
  return {
    status,
    amountCents: price?.unit_amount ?? null,
    currency: subscription.currency.toUpperCase(),
    interval: recurring && (intervalOf(recurring) ?? null),
    every: everyOf(recurring),
    items: items.has_more ? 2 : items.data.length,
    quantity: item?.quantity ?? null,
    isUsageBased: recurring?.usage_type === 'metered' || price?.billing_scheme === 'tiered',
    email,
    hasDiscount: subscription.discounts.length > 0 || (item?.discounts.length ?? 0) > 0,
    hasTax:
      subscription.automatic_tax.enabled ||
      (subscription.default_tax_rates ?? []).length > 0 ||
      (item?.tax_rates ?? []).length > 0,
    isInvoiced: subscription.collection_method === 'send_invoice',
    hasSchedule: subscription.schedule !== null,
    isPausedAsDraft: pause_collection?.behavior === 'keep_as_draft',
  };
}

/** What follows "every". */
function everyOf(recurring: Stripe.Price.Recurring | null): string {
  if (recurring === null) return 'time somebody asks';
  const { interval, interval_count: count = 1 } = recurring;
  return count === 1 ? interval : `${count} ${interval}s`;
}

function stateOf(subscription: Stripe.Subscription): FoundSubscription['state'] {
  const { status, pause_collection, cancel_at, cancel_at_period_end } = subscription;
  if (status === 'past_due') return 'failing';
  if (status === 'paused' || pause_collection !== null) return 'paused';
  return cancel_at_period_end || cancel_at !== null ? 'ending' : 'active';
}
