import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import fixtures from '#test/support/stripe/fixtures.json' with { type: 'json' };
import { aFakeWithSdk, aPlan } from '#test/support/stripe/with-sdk.ts';

/*
 * Our objects have the fields of Stripe's own examples. What the compiler checks, that they also have those of the
 * library's version, need not be tested.
 */

/** The paths of an object's fields that are not among those of the other, which has objects in the same places. */
function onlyIn(object: object, other: object, path = ''): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (!(name in other)) return [place];
    const [mine, theirs] = [firstOf(value), firstOf((other as Record<string, unknown>)[name])];
    return mine && theirs && name !== 'metadata' ? onlyIn(mine, theirs, place) : [];
  });
}

/** An object, or the first one of a list. */
function firstOf(value: unknown): object | null {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' ? first : null;
}

async function everyKind(): Promise<Record<string, object>> {
  const withSdk = await aFakeWithSdk('2026-12-01T09:00:00Z');
  const { sdk, stripe } = withSdk;
  const { session, subscription } = await aPlan(withSdk);
  stripe.clock.advance({ days: 4 });
  const [charge] = stripe.chargesOf(subscription) as [Stripe.Charge];
  stripe.refund(charge, 500);
  stripe.dispute(charge, 500);
  const [payout] = stripe.payOut();
  const configuration = await sdk.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
  });
  const customer = String(subscription.customer);
  const invoice = String(subscription.latest_invoice);
  return {
    product: await sdk.products.retrieve('plan'),
    price: await sdk.prices.retrieve(String(subscription.items.data[0]?.price.id)),
    customer: await sdk.customers.retrieve(customer),
    payment_method: await sdk.paymentMethods.retrieve(String(charge.payment_method)),
    'checkout.session': await sdk.checkout.sessions.retrieve(session.id),
    subscription: await sdk.subscriptions.retrieve(subscription.id),
    invoice: await sdk.invoices.retrieve(invoice),
    invoice_payment: (await sdk.invoicePayments.list({ invoice })).data[0] ?? {},
    payment_intent: await sdk.paymentIntents.retrieve(String(charge.payment_intent)),
    charge: await sdk.charges.retrieve(charge.id),
    refund: (await sdk.refunds.list()).data[0] ?? {},
    dispute: (await sdk.disputes.list()).data[0] ?? {},
    balance_transaction: (await sdk.balanceTransactions.list()).data[0] ?? {},
    payout: await sdk.payouts.retrieve(String(payout?.id)),
    'billing_portal.configuration': configuration,
    'billing_portal.session': await sdk.billingPortal.sessions.create({
      customer,
      configuration: configuration.id,
    }),
    event: await sdk.events.retrieve(String(stripe.events[0]?.id)),
  };
}

/** In an example, but not in our version. */
const gone: Record<string, string[]> = {
  charge: ['refunds'],
  invoice: ['subscription'],
};

/** In our version, and left out of the examples: newer than they are, or only there in another case. */
const newer: Record<string, string[]> = {
  'billing_portal.configuration': [
    'features.subscription_cancel.cancellation_reason.feedback_options',
    'features.subscription_pause',
  ],
  'checkout.session': ['allowed_payment_method_types'],
  charge: [
    'outcome.risk_level',
    'outcome.risk_score',
    'payment_method_details.card.electronic_commerce_indicator',
  ],
  customer: ['customer_account'],
  dispute: ['evidence_details.submission_method', 'intended_submission_method'],
  invoice: ['lines.data.pricing.price_details'],
  invoice_payment: ['payment.payment_intent'],
  payment_intent: ['allowed_payment_method_types', 'payment_record'],
  product: ['tax_details'],
  subscription: [
    'billing_mode.flexible.proration_discounts',
    'cancellation_details.feedback_option',
    'items.data.current_trial',
    'trial_settings.end_behavior.billing_cycle_anchor',
  ],
};

test('every object has the fields of its example at Stripe, and no others', async () => {
  const ours = await everyKind();
  const differences = Object.entries(fixtures.resources).map(([kind, example]) => {
    const object = JSON.parse(JSON.stringify(ours[kind])) as object;
    // What an event is about differs from one to the next, and is compared by itself.
    const isAboutIt = (path: string) => kind !== 'event' || !path.startsWith('data.object.');
    const missing = onlyIn(example, object).filter(isAboutIt).sort();
    return { kind, missing, more: onlyIn(object, example).filter(isAboutIt).sort() };
  });
  expect(differences).toEqual(
    Object.keys(fixtures.resources).map((kind) => ({
      kind,
      missing: gone[kind] ?? [],
      more: newer[kind] ?? [],
    })),
  );
});
