import Stripe from 'stripe';
import { afterAll, beforeAll } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import { type DonationId, donationId } from '#contract/ids.ts';
import { openBooks } from '#server/operations/test-donations/commands.ts';
import { mayCollect } from '#server/plans/plans/queries.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { type CallOptions, type TestApp, useTestApp } from '#test/support/app.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import { type FakeStripe, startFakeStripe } from '#test/support/fake-stripe.ts';
import type { FakeSession } from '#test/support/stripe/world.ts';

export const webhookSecret = 'whsec_of_the_test';
/** The previous secret, which is still valid while Stripe changes to the new one. */
export const oldWebhookSecret = 'whsec_of_yesterday';

/** The application with Stripe as its payment provider, and the Stripe that it talks to. */
export interface StripeApp {
  testApp: TestApp;
  stripe: FakeStripe;
}

/** Like {@link useTestApp}; the file awaits it at its top (`await useStripeApp()`). */
export async function useStripeApp({ isLive = false, currency = 'USD' } = {}): Promise<StripeApp> {
  const stripe = await startFakeStripe();
  stripe.account.isLive = isLive;
  const testApp = useTestApp({
    checksEach: true,
    env: {
      ...(isLive && { PUBLIC_URL: 'https://give.example' }),
      CURRENCY: currency,
      STRIPE_SECRET_KEY: `sk_${isLive ? 'live' : 'test'}_of_the_test`,
      STRIPE_WEBHOOK_SECRET: `${webhookSecret}, ${oldWebhookSecret}`,
      STRIPE_API_BASE: stripe.url,
    },
    override: ({ config, db }) => ({
      ...(config.stripe && {
        payments: createStripeProvider(config.stripe, config.publicUrl, (id) => mayCollect(db, id)),
      }),
    }),
  });
  if (isLive) {
    beforeAll(async () => {
      await openBooks(testApp.db, testApp.payments, testApp.mailer);
    });
  }
  afterAll(() => stripe.close());
  return { testApp, stripe };
}

let donors = 0;

/** Each donor has a network of their own: few receipts for test money leave because of one. */
function nextAddress(): string {
  donors += 1;
  return `10.${(donors >> 16) & 255}.${(donors >> 8) & 255}.${donors & 255}`;
}

/** A donor who has filled in the form and is on the payment page. */
export async function aDonorWhoPays(
  { testApp, stripe }: StripeApp,
  { amount = 2_500, ...options }: { amount?: number } & CallOptions<typeof createDonation> = {},
) {
  const cause = await aCause(testApp);
  const person = aPerson();
  const { body } = await testApp.call(createDonation, {
    body: { amount, causeId: cause.id, ...person },
    from: nextAddress(),
    ...options,
  });
  const session: FakeSession = stripe.sessionAt(body.url);
  return { cause, person, session, checkoutId: donationId.parse(session.metadata?.checkoutId) };
}

/** How an event is sent; everything that a test does not set is as Stripe does it. */
interface Delivery {
  payload?: string;
  secret?: string;
  /** When it was signed, in seconds. */
  timestamp?: number;
  headers?: Record<string, string | string[]>;
}

/** The header that signs a payload. */
export function sign(
  payload: string,
  { secret = webhookSecret, timestamp }: Delivery = {},
): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: timestamp ?? Math.floor(Date.now() / 1000),
  });
}

/** Delivers a signed event to the application. */
export function deliver({ testApp }: StripeApp, event: object, delivery: Delivery = {}) {
  const signed = JSON.stringify(event);
  return testApp.request({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': sign(signed, delivery),
      ...delivery.headers,
    },
    payload: delivery.payload ?? signed,
  });
}

/** From now on, Stripe deals an object as this event tells it, and delivers the event. */
export function deliverAsDealt(stripeApp: StripeApp, event: Stripe.Event) {
  const object = event.data.object as { id?: string };
  if (object.id) stripeApp.stripe.deal({ id: object.id }, { ...object });
  return deliver(stripeApp, event);
}

/** What is stored about a checkout: its state, its donation, and the outcome of the events about it. */
export async function recordOf({ testApp: { db } }: StripeApp, checkoutId: DonationId) {
  const checkout = await db
    .selectFrom('checkouts')
    .select('status')
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  const donation = await db
    .selectFrom('donations')
    .select(['amountCents', 'paymentIntentId'])
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  const entries = await db
    .selectFrom('ledgerEntries')
    .select(['kind', 'amountCents'])
    .where('donationId', '=', checkoutId)
    .execute();
  return { status: checkout?.status, donation, entries };
}

/** What is set aside because it could not be booked. */
export async function unbookedObjects({ testApp: { db } }: StripeApp, what: string) {
  return db
    .selectFrom('unbookedObjects')
    .select(['kind', 'objectId', 'reason'])
    .where('objectId', 'like', `%${what}%`)
    .execute();
}

/** What was stored of an event. */
export function storedEvent({ testApp: { db } }: StripeApp, eventId: string) {
  return db
    .selectFrom('paymentEvents')
    .select(['type', 'outcome', 'note', 'checkoutId'])
    .where('eventId', '=', eventId)
    .executeTakeFirst();
}

/** Where the money of a donation is, in cents. */
export function balanceOf({ testApp: { db } }: StripeApp, donationId: DonationId) {
  return db
    .selectFrom('donations')
    .select(['amountCents', 'returnedCents', 'allocatedCents', 'deficitCents'])
    .where('id', '=', donationId)
    .executeTakeFirst();
}

/** The titles of the open alerts about something. */
export async function alertsAbout({ testApp: { db } }: StripeApp, what: string) {
  const alerts = await db
    .selectFrom('alerts')
    .select('key')
    .where('settledAt', 'is', null)
    .where((row) => row.or([row('key', 'like', `%${what}%`), row('path', 'like', `%${what}%`)]))
    .orderBy('key')
    .execute();
  return alerts.map(({ key }) => key.replace(/[0-9a-f-]{36}/, '…'));
}
