import type Stripe from 'stripe';
import { idOf, type World } from '#test/support/stripe/world.ts';

/** A subscription changes its status without anybody having changed the subscription. */
export function setStatus(
  { tell }: World,
  subscription: Stripe.Subscription,
  status: Stripe.Subscription.Status,
): void {
  const before = { status: subscription.status };
  subscription.status = status;
  tell('customer.subscription.updated', subscription, before);
}

/** A subscription ends at once. What it has billed stays open, but is not collected any more. */
export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): void {
  const { clock, hidden, objects, tell } = world;
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? clock.now(),
    ended_at: clock.now(),
    pause_collection: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  });
  const cycle = hidden.cycles.get(subscription.id);
  if (cycle) cycle.version++;
  for (const invoice of objects.invoices) {
    const of = idOf(invoice.parent?.subscription_details?.subscription as string | undefined);
    if (of === subscription.id && (invoice.status === 'draft' || invoice.status === 'open')) {
      invoice.auto_advance = false;
      invoice.next_payment_attempt = null;
    }
  }
  tell('customer.subscription.deleted', subscription);
}
