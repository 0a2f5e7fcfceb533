import { expect, test } from 'vitest';
import { aPlanOnPage, planRow } from '#test/support/plans.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { changeSettings } from '#test/support/settings.ts';
import { eventAbout } from '#test/support/stripe/events.ts';
import {
  aDonorWhoPays,
  alertsAbout,
  balanceOf,
  deliver,
  recordOf,
  storedEvent,
  unbookedObjects,
  useStripeApp,
} from '#test/support/stripe-app.ts';

// An event is a hint: what it is about is looked up, and that is booked.
const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;
const nothing = { donation: undefined, entries: [] };

test.each([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'eur' }],
  ['that nothing was paid', { payment_status: 'unpaid', status: 'open' }],
  [
    'nothing but its id',
    { amount_total: undefined, metadata: undefined, payment_intent: undefined },
  ],
])('an event that says %s books what Stripe has', async (_what, body) => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const event = stripe.pay(session);
  Object.assign(event.data.object, body);
  Object.assign(event, { api_version: '2019-02-19' });
  expect((await deliver(stripeApp, event)).statusCode).toBe(200);
  expect(await recordOf(stripeApp, checkoutId)).toMatchObject({
    status: 'paid',
    donation: { amountCents: 2_500, paymentIntentId: session.payment_intent },
  });
});

test('an event that says more than Stripe has books no more', async () => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const early = eventAbout(
    { ...session, status: 'complete', payment_status: 'paid', payment_intent: 'pi_early' },
    'checkout.session.completed',
  );
  await deliver(stripeApp, early);
  expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'started', ...nothing });
  await deliver(stripeApp, stripe.pay(session));
  expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
});

test('a refund of which an old event says that it is pending is booked as it is now', async () => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  await deliver(stripeApp, stripe.pay(session));
  const pending = stripe.refund(session, 1_000, 'pending');
  stripe.settleRefund(pending, 'failed');
  await deliver(stripeApp, pending);
  expect(await balanceOf(stripeApp, checkoutId)).toMatchObject({ returnedCents: 0 });
});

test.each(['rate limit', 'connection cut', 'refused'] as const)(
  'while Stripe does not say what an event is about (%s), the event is not taken, and comes again',
  async (fault) => {
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    const event = stripe.pay(session);
    stripe.fail(fault, fault);
    const refused = await deliver(stripeApp, event);
    expect(refused.json()).toMatchObject({ code: 'payments_unavailable' });
    expect(refused.statusCode).toBe(503);
    stripe.recover();
    expect(await storedEvent(stripeApp, event.id)).toBeUndefined();
    expect(await recordOf(stripeApp, checkoutId)).toEqual({ status: 'started', ...nothing });
    expect((await deliver(stripeApp, event)).statusCode).toBe(200);
    expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  },
);

test('while Stripe does not say what the plan of a paid page is, the event is not taken, and comes again', async () => {
  const { session, id } = await aPlanOnPage(stripeApp);
  const paid = stripe.pay(session);
  stripe.refuse(/GET \/v1\/subscriptions/);
  const refused = await deliver(stripeApp, paid);
  stripe.recover();
  expect(refused.json()).toMatchObject({ code: 'payments_unavailable' });
  expect((await deliver(stripeApp, paid)).statusCode).toBe(200);
  expect((await planRow(stripeApp, id)).state).toBe('active');
});

test('an event about something that Stripe does not know is set aside, and told', async () => {
  const { session, checkoutId } = await aDonorWhoPays(stripeApp);
  const event = stripe.pay(session);
  stripe.deal(session, { hides: true });
  expect((await deliver(stripeApp, event)).statusCode).toBe(200);
  expect(await unbookedObjects(stripeApp, session.id)).toMatchObject([
    { reason: 'Stripe does not know it' },
  ]);
  expect(await alertsAbout(stripeApp, `:${session.id}`)).toHaveLength(1);
  stripe.deal(session);
  await reconcileNow(testApp);
  expect(await recordOf(stripeApp, checkoutId)).toMatchObject({ status: 'paid' });
  expect(await alertsAbout(stripeApp, `:${session.id}`)).toEqual([]);
});

test('declined cards are counted without a call to Stripe', async () => {
  const { checkoutId } = await aDonorWhoPays(stripeApp);
  const before = stripe.calls.length;
  await deliver(stripeApp, eventAbout({ id: 'ch_1', metadata: { checkoutId } }, 'charge.failed'));
  expect(stripe.calls.length).toBe(before);
});

test.each([
  ['Pacific/Auckland', '2026-01-01T10:30:00Z', '2026-01-01'],
  ['Pacific/Auckland', '2025-12-31T11:30:00Z', '2026-01-01'],
  ['Europe/London', '2025-12-31T23:59:59Z', '2025-12-31'],
  ['Pacific/Honolulu', '2026-01-01T09:59:59Z', '2025-12-31'],
])(
  'in %s, money that was charged at %s is received on %s, whenever we learn of it',
  async (timeZone, charged, day) => {
    await changeSettings(testApp, { timeZone });
    const { session, checkoutId } = await aDonorWhoPays(stripeApp);
    stripe.pay(session);
    stripe.deal(session, {
      payment_intent: {
        id: session.payment_intent,
        status: 'succeeded',
        latest_charge: { created: Date.parse(charged) / 1000 },
      },
    });
    await reconcileNow(testApp);
    const { receivedOn } = await testApp.db
      .selectFrom('donations')
      .select('receivedOn')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    expect(receivedOn).toBe(day);
  },
);
