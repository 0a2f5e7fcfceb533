import type Stripe from 'stripe';
import { startCycle } from '#test/support/stripe/billing.ts';
import { periodStart } from '#test/support/stripe/calendar.ts';
import { newCard } from '#test/support/stripe/cards.ts';
import { createProduct, priceOf } from '#test/support/stripe/catalog.ts';
import { newCustomer } from '#test/support/stripe/customers.ts';
import { itemOf, newSubscription } from '#test/support/stripe/subscriptions.ts';
import type { World } from '#test/support/stripe/world.ts';

/** A subscription that another system made, and how it differs from a plan. */
export interface ForeignSubscription {
  email?: string | null;
  name?: string;
  /** The name of what is sold. */
  product?: string;
  amount?: number;
  currency?: string;
  interval?: 'week' | 'month' | 'year';
  count?: number;
  quantity?: number;
  usage?: 'licensed' | 'metered';
  method?: 'charge_automatically' | 'send_invoice';
  /** The customer has entered another card, with which it is not charged. */
  hasOtherCard?: boolean;
}

/** Another system that uses the same account begins a subscription. */
export function foreignSubscription(
  world: World,
  {
    email = null,
    name = 'Ada Lovelace',
    product = 'Monthly gift',
    amount = 2_500,
    currency = 'usd',
    interval = 'month',
    count = 1,
    quantity = 1,
    usage = 'licensed',
    method = 'charge_automatically',
    hasOtherCard = false,
  }: ForeignSubscription,
): Stripe.Subscription {
  const customer = newCustomer(world, { name, ...(email !== null && { email }) });
  const card = newCard(world, customer.id, {});
  const price = priceOf(world, {
    unit_amount: String(amount),
    currency,
    product: createProduct(world, { name: product }).id,
    recurring: { interval, interval_count: String(count) },
  });
  if (price.recurring) price.recurring.usage_type = usage;
  const subscription = newSubscription(world, {
    customer: customer.id,
    price,
    method: card.id,
    metadata: { source: 'another system' },
    end: periodStart(world.clock.now(), price.recurring as Stripe.Price.Recurring, 1),
  });
  itemOf(subscription).quantity = quantity;
  subscription.collection_method = method;
  customer.invoice_settings.default_payment_method = hasOtherCard
    ? newCard(world, customer.id, { last4: '1881' }).id
    : null;
  startCycle(world, subscription);
  world.tell('customer.subscription.created', subscription);
  return subscription;
}
