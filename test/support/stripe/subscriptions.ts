import type Stripe from 'stripe';
import { changeRhythm, trialUntil } from '#test/support/stripe/billing.ts';
import { planOf, priceOf } from '#test/support/stripe/catalog.ts';
import { changedMetadata, type Params, paramsOf, textOf } from '#test/support/stripe/form.ts';
import { noSuch, Refusal } from '#test/support/stripe/refusal.ts';
import { endSubscription } from '#test/support/stripe/status.ts';
import { find, type World } from '#test/support/stripe/world.ts';

/** A subscription whose first payment has been made. */
export function newSubscription(
  world: World,
  {
    customer,
    price,
    method,
    metadata,
    end,
  }: {
    customer: string;
    price: Stripe.Price;
    method: string;
    metadata: Record<string, string>;
    /** When its first period ends. */
    end: number;
  },
): Stripe.Subscription {
  const { account, clock, objects } = world;
  const now = clock.now();
  const id = world.id('sub');
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [
        {
          id: world.id('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: now,
          current_period_end: end,
          current_period_start: now,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(price),
          price,
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: account.isLive ?? false,
    managed_payments: { enabled: false },
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
  objects.subscriptions.push(subscription);
  return subscription;
}

/** A call that changes a subscription. */
export function updateSubscription(world: World, id: string, params: Params): Stripe.Subscription {
  const subscription = find(world.objects.subscriptions, id);
  const allowed = ['metadata', 'cancellation_details', 'expand'];
  const isOver = ['canceled', 'incomplete_expired'].includes(subscription.status);
  if (isOver && Object.keys(params).some((name) => !allowed.includes(name))) {
    throw new Refusal(
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  const before = snapshot(subscription);
  const wasAnchored = { ...itemOf(subscription).price.recurring };
  setPrice(world, subscription, paramsOf(paramsOf(params, 'items'), '0'));
  setPause(world, subscription, params);
  setEnd(world, subscription, params);
  const method = textOf(params, 'default_payment_method');
  if (method !== undefined) {
    const known = world.objects.paymentMethods.find((each) => each.id === method);
    if (known?.customer !== subscription.customer) throw noSuch('PaymentMethod', method);
    subscription.default_payment_method = method;
  }
  subscription.metadata = changedMetadata(subscription.metadata, params);
  const { recurring } = itemOf(subscription).price;
  const hasNewRhythm =
    recurring?.interval !== wasAnchored.interval ||
    recurring?.interval_count !== wasAnchored.interval_count;
  const trialEnd = textOf(params, 'trial_end');
  if (trialEnd !== undefined && trialEnd !== 'now') {
    trialUntil(world, subscription, Number(trialEnd));
  } else if (hasNewRhythm || textOf(params, 'billing_cycle_anchor') === 'now') {
    changeRhythm(world, subscription);
  }
  const after = snapshot(subscription);
  const changed = Object.entries(before).filter(([name, value]) => after[name] !== value);
  if (changed.length > 0) {
    const previous = Object.fromEntries(changed.map(([name, value]) => [name, JSON.parse(value)]));
    world.tell('customer.subscription.updated', subscription, previous);
  }
  return subscription;
}

/** A call that ends a subscription at once. */
export function cancelSubscription(world: World, id: string): Stripe.Subscription {
  const subscription = find(world.objects.subscriptions, id);
  if (subscription.status === 'canceled') throw noSuch('subscription', id);
  endSubscription(world, subscription, 'cancellation_requested');
  return subscription;
}

/** The only item of a subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item.`);
  return item;
}

function snapshot(subscription: Stripe.Subscription): Record<string, string> {
  return Object.fromEntries(
    Object.entries(subscription).map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

function setPrice(world: World, subscription: Stripe.Subscription, change: Params | undefined) {
  if (!change) return;
  const item = itemOf(subscription);
  if (textOf(change, 'id') !== item.id) {
    // Stripe would add a second item, and charge both.
    throw new Refusal('This fake takes one item: name the id of the one that is to change.');
  }
  const data = paramsOf(change, 'price_data');
  if (!data) return;
  if (textOf(data, 'currency') !== subscription.currency) {
    throw new Refusal('The currency of a subscription cannot be changed.');
  }
  if (!textOf(data, 'product')) {
    throw new Refusal('Missing required param: items[0][price_data][product].');
  }
  const price = priceOf(world, data);
  if (!price.recurring)
    throw new Refusal('Missing required param: items[0][price_data][recurring].');
  item.price = price;
  item.plan = planOf(price);
}

function setPause(world: World, subscription: Stripe.Subscription, params: Params): void {
  if (params.pause_collection === '') {
    subscription.pause_collection = null;
    return;
  }
  const pause = paramsOf(params, 'pause_collection');
  if (!pause) return;
  const behavior = textOf(pause, 'behavior');
  if (!behavior || !['keep_as_draft', 'mark_uncollectible', 'void'].includes(behavior)) {
    throw new Refusal('Invalid pause_collection[behavior]');
  }
  const until = textOf(pause, 'resumes_at');
  const resumes_at = until === undefined ? null : Number(until);
  if (resumes_at !== null && resumes_at <= world.clock.now()) {
    throw new Refusal('pause_collection[resumes_at] must be in the future');
  }
  subscription.pause_collection = { behavior, resumes_at };
  if (resumes_at === null) return;
  world.clock.plan(resumes_at, () => {
    if (subscription.pause_collection?.resumes_at !== resumes_at) return;
    const before = { pause_collection: subscription.pause_collection };
    subscription.pause_collection = null;
    world.tell('customer.subscription.updated', subscription, before);
  });
}

function setEnd(world: World, subscription: Stripe.Subscription, params: Params): void {
  const atPeriodEnd = textOf(params, 'cancel_at_period_end');
  if (atPeriodEnd === undefined) return;
  subscription.cancel_at_period_end = atPeriodEnd === 'true';
  subscription.cancel_at = atPeriodEnd === 'true' ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = atPeriodEnd === 'true' ? world.clock.now() : null;
}
