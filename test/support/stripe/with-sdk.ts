import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type FakeStripe, startFakeStripe } from '#test/support/fake-stripe.ts';
import type { FakeCard } from '#test/support/stripe/cards.ts';

/** A fake, and Stripe's own library that talks to it. */
export interface WithSdk {
  stripe: FakeStripe;
  sdk: Stripe;
}

/** A fake whose clock stands at a moment, until the end of the test. */
export async function aFakeWithSdk(now: string): Promise<WithSdk> {
  const stripe = await startFakeStripe();
  stripe.clock.set(now);
  onTestFinished(() => stripe.close());
  return { stripe, sdk: sdkFor(stripe) };
}

/** Stripe's library; a call without a response is given up and repeated soon. */
function sdkFor(stripe: FakeStripe): Stripe {
  const { hostname, port } = new URL(stripe.url);
  return new Stripe('sk_test_of_the_fake', {
    host: hostname,
    port,
    protocol: 'http',
    timeout: 2_000,
    maxNetworkRetries: 1,
    httpClient: Stripe.createFetchHttpClient(),
  });
}

/** How often a donor gives. */
export type Rhythm = { interval: 'month' | 'year'; interval_count?: number };

/** A payment page for a plan. */
export async function aPlanPage(
  { sdk, stripe }: WithSdk,
  { amount = 2_500, rhythm = { interval: 'month' } as Rhythm } = {},
) {
  const known = stripe.products.some(({ id }) => id === 'plan');
  if (!known) await sdk.products.create({ id: 'plan', name: 'Recurring gift' });
  const { url } = await sdk.checkout.sessions.create({
    mode: 'subscription',
    submit_type: 'donate',
    customer_email: 'donor@example.org',
    client_reference_id: 'plan-1',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: amount, product: 'plan', recurring: rhythm },
      },
    ],
    subscription_data: { metadata: { planId: 'plan-1', causeId: 'cause-1' } },
    success_url: 'https://give.example/donate?status=success',
  });
  return stripe.sessionAt(String(url));
}

/** A plan whose first payment has been made. */
export async function aPlan(
  withSdk: WithSdk,
  { card = {} as FakeCard, ...options }: Parameters<typeof aPlanPage>[1] & { card?: FakeCard } = {},
) {
  const session = await aPlanPage(withSdk, options);
  withSdk.stripe.pay(session, 'card', card);
  const subscription = withSdk.stripe.subscriptionOf(session);
  return { session, subscription };
}

/** The types of events, in their order. */
export function typesOf(events: Stripe.Event[]): string[] {
  return events.map(({ type }) => type);
}
