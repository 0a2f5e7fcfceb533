import { expect } from '@playwright/test';
import Stripe from 'stripe';
import { test as base, type Site } from '#test/support/browser.ts';
import { type FakeStripe, startFakeStripe } from '#test/support/fake-stripe.ts';

const secret = 'whsec_of_the_test';

/** What makes a site take payments through a Stripe of the test. */
export function takingPayments(stripe: FakeStripe): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: 'sk_test_of_the_test',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_BASE: stripe.url,
  };
}

/** A test with a site that takes payments through Stripe, and the Stripe that it talks to. */
export const test = base.extend<{ stripe: FakeStripe }>({
  stripe: async ({ keep }, use) =>
    use(await keep('Stripe', startFakeStripe, (stripe) => stripe.close())),
  siteEnv: async ({ stripe }, use) => use(takingPayments(stripe)),
});

/** Stripe tells the site of something that happened. */
export async function tell(site: Site, event: Stripe.Event): Promise<void> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'stripe-signature': signature };
  const url = `${site.url}/api/webhooks/stripe`;
  expect((await fetch(url, { method: 'POST', headers, body: payload })).status).toBe(200);
}

/** Stripe tells everything that it has to tell by now. */
export async function tellAll(site: Site, stripe: FakeStripe): Promise<void> {
  for (const event of stripe.delivery.due()) await tell(site, event);
}
