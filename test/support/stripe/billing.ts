import type Stripe from 'stripe';
import { periodStart } from '#test/support/stripe/calendar.ts';
import { finalize, markVoid } from '#test/support/stripe/collection.ts';
import { draftTime, newInvoice } from '#test/support/stripe/invoices.ts';
import { endSubscription } from '#test/support/stripe/status.ts';
import type { Cycle, World } from '#test/support/stripe/world.ts';

const day = 86_400;

/** The rhythm of a subscription begins; its first period is paid. */
export function startCycle(world: World, subscription: Stripe.Subscription): void {
  world.hidden.cycles.set(subscription.id, {
    anchor: subscription.billing_cycle_anchor,
    period: 0,
    version: 0,
  });
  planRenewal(world, subscription);
}

/** Another interval: the new rhythm begins now, and its first period is billed at once. */
export function changeRhythm(world: World, subscription: Stripe.Subscription): void {
  const cycle = cycleOf(world, subscription);
  Object.assign(cycle, { anchor: world.clock.now(), period: -1, version: cycle.version + 1 });
  subscription.billing_cycle_anchor = cycle.anchor;
  beginPeriod(world, subscription);
  const invoice = bill(world, subscription, 'subscription_update');
  // What is billed because of a change is no draft for an hour.
  finalize(world, invoice);
}

/** The next payment is moved to a day: until then nothing is owed, which Stripe bills as well. */
export function trialUntil(world: World, subscription: Stripe.Subscription, end: number): void {
  const { clock } = world;
  const cycle = cycleOf(world, subscription);
  const [item] = subscription.items.data;
  if (!item) return;
  Object.assign(cycle, { anchor: end, period: -1, version: cycle.version + 1 });
  Object.assign(subscription, {
    status: 'trialing',
    trial_start: clock.now(),
    trial_end: end,
    billing_cycle_anchor: end,
  });
  Object.assign(item, { current_period_start: clock.now(), current_period_end: end });
  const invoice = newInvoice(world, subscription, {
    reason: 'subscription_update',
    amount: 0,
    period: { start: clock.now(), end },
  });
  world.objects.invoices.push(invoice);
  subscription.latest_invoice = invoice.id;
  world.tell('invoice.created', invoice);
  finalize(world, invoice);
  planRenewal(world, subscription);
}

/** The time has come for the next period. */
function renew(world: World, subscription: Stripe.Subscription): void {
  const before = {
    items: structuredPeriods(subscription),
    latest_invoice: subscription.latest_invoice,
    ...(subscription.status === 'trialing' && { status: 'trialing' }),
  };
  if (subscription.cancel_at_period_end) {
    endSubscription(world, subscription, 'cancellation_requested');
    return;
  }
  if (subscription.status === 'trialing') subscription.status = 'active';
  beginPeriod(world, subscription);
  const invoice = bill(world, subscription, 'subscription_cycle', before);
  if (subscription.status === 'unpaid') {
    invoice.auto_advance = false;
    invoice.automatically_finalizes_at = null;
    return;
  }
  const { behavior } = subscription.pause_collection ?? {};
  if (behavior === 'void') markVoid(world, invoice);
  else if (behavior === 'mark_uncollectible') {
    invoice.status = 'uncollectible';
    world.tell('invoice.marked_uncollectible', invoice);
  } else if (behavior === 'keep_as_draft') invoice.auto_advance = false;
  else world.clock.plan(world.clock.now() + draftTime, () => finalize(world, invoice));
}

function beginPeriod(world: World, subscription: Stripe.Subscription): void {
  const cycle = cycleOf(world, subscription);
  const [item] = subscription.items.data;
  if (!item?.price.recurring) throw new Error(`${subscription.id} has no rhythm.`);
  cycle.period++;
  item.current_period_start = periodStart(cycle.anchor, item.price.recurring, cycle.period);
  item.current_period_end = periodStart(cycle.anchor, item.price.recurring, cycle.period + 1);
  planRenewal(world, subscription);
}

/** The draft for the current period. */
function bill(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  before?: object,
): Stripe.Invoice {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item.`);
  const { current_period_start: start, current_period_end: end, price } = item;
  const invoice = newInvoice(world, subscription, {
    reason,
    amount: price.unit_amount ?? 0,
    period: { start, end },
  });
  world.objects.invoices.push(invoice);
  subscription.latest_invoice = invoice.id;
  if (before) world.tell('customer.subscription.updated', subscription, before);
  world.tell('invoice.created', invoice);
  return invoice;
}

/** Plans the end of the current period, and the announcement of the next one. */
function planRenewal(world: World, subscription: Stripe.Subscription): void {
  const { account, clock } = world;
  const cycle = cycleOf(world, subscription);
  const { version, period } = cycle;
  const [item] = subscription.items.data;
  if (!item) return;
  const end = item.current_period_end;
  const isCurrent = () => cycle.version === version && cycle.period === period;
  const announced = end - account.upcomingDays * day;
  if (announced > clock.now()) {
    clock.plan(announced, () => {
      if (isCurrent() && !subscription.cancel_at_period_end) announce(world, subscription);
    });
  }
  clock.plan(end, () => {
    if (isCurrent()) renew(world, subscription);
  });
}

/** The invoice that is coming; it does not exist yet. */
function announce(world: World, subscription: Stripe.Subscription): void {
  if (!['active', 'past_due', 'trialing'].includes(subscription.status)) return;
  const [item] = subscription.items.data;
  const end = item?.current_period_end ?? 0;
  const upcoming = newInvoice(world, subscription, {
    id: `upcoming_${world.id('in')}`,
    reason: 'upcoming',
    amount: item?.price.unit_amount ?? 0,
    period: { start: end, end },
  });
  world.tell('invoice.upcoming', {
    ...upcoming,
    automatically_finalizes_at: null,
    next_payment_attempt: end + draftTime,
  });
}

function cycleOf({ hidden }: World, { id }: Stripe.Subscription): Cycle {
  const cycle = hidden.cycles.get(id);
  if (!cycle) throw new Error(`${id} has no rhythm.`);
  return cycle;
}

function structuredPeriods({ items }: Stripe.Subscription): object {
  return {
    data: items.data.map(({ id, current_period_start, current_period_end }) => ({
      id,
      current_period_start,
      current_period_end,
    })),
  };
}
