import type Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import type { PlanId } from '#contract/ids.ts';
import { confirmPlanPayment } from '#contract/plans/plans.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { repeatPlanRequests } from '#server/plans/plans/repeat-plan-requests.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import {
  aPlanOnPage,
  aPlanToken,
  aRunningPlan,
  deliverAll,
  donationsOfPlan,
  eventsOf,
  planRow,
  renew,
  subjectsFor,
} from '#test/support/plans.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { dropped, reordered, twice } from '#test/support/stripe/delivery.ts';
import { asOlderVersion } from '#test/support/stripe/events.ts';
import {
  alertsAbout,
  deliver,
  storedEvent,
  unbookedObjects,
  useStripeApp,
} from '#test/support/stripe-app.ts';

// Recurring donations at Stripe: each paid invoice is one donation, whatever is delivered, how often, and in which order.
const app = await useStripeApp();
const { testApp, stripe } = app;
const compare = () => reconcileNow(testApp);
afterEach(() => {
  stripe.recover();
  stripe.delivery.treatNormally();
  stripe.account.afterRetries = 'cancel';
});

describe('a payment page', () => {
  test('asks for a subscription without a customer, with the interval and what it is for', async () => {
    const { session, id, cause, person } = await aPlanOnPage(app, { interval: 'quarterly' });
    expect(session).toMatchObject({
      mode: 'subscription',
      submit_type: 'donate',
      customer: null,
      customer_email: person.email,
      client_reference_id: id,
      amount_total: 2_500,
    });
    expect(session.params).toMatchObject({
      subscription_data: { metadata: { planId: id, causeId: cause.id } },
      line_items: { 0: { price_data: { recurring: { interval: 'month', interval_count: '3' } } } },
    });
    expect(stripe.products.filter(({ name }) => name === 'Recurring donation')).toHaveLength(1);
    expect(await planRow(app, id)).toMatchObject({ state: 'started', interval: 'quarterly' });
  });

  test('that expires leaves no plan', async () => {
    const { session, id } = await aPlanOnPage(app);
    await deliver(app, stripe.expire(session));
    await expect(planRow(app, id)).rejects.toThrow();
  });
});

// Before other renewals move Stripe's clock by more than the year that a pause may last from today.
test('a dispute of a renewal pauses the plan', async () => {
  const { id, subscription } = await aRunningPlan(app);
  await renew(app, subscription);
  const charge = stripe.chargesOf(subscription).at(-1);
  if (!charge) throw new Error('No charge.');
  await deliver(app, stripe.dispute(charge));
  await repeatPlanRequests(testApp.db, testApp);
  expect(await planRow(app, id)).toMatchObject({ state: 'paused', pauseRequestedAt: null });
  expect(subscription.pause_collection?.behavior).toBe('void');
});

describe('a paid invoice', () => {
  test('is one donation with its own payment, the first with the id of its checkout', async () => {
    const { id, subscription, person } = await aRunningPlan(app);
    await renew(app, subscription);
    const gifts = await donationsOfPlan(app, id);
    const invoices = stripe.invoicesOf(subscription);
    expect(gifts).toMatchObject([
      { id, source: 'online', checkoutId: id, amountCents: 2_500, invoiceId: invoices[0]?.id },
      { source: 'renewal', checkoutId: null, amountCents: 2_500, invoiceId: invoices[1]?.id },
    ]);
    const intents = stripe.chargesOf(subscription).map(({ payment_intent }) => payment_intent);
    expect(gifts.map(({ paymentIntentId }) => paymentIntentId)).toEqual(intents);
    expect(await planRow(app, id)).toMatchObject({
      state: 'active',
      subscriptionId: subscription.id,
      customerId: subscription.customer,
      cardLast4: '4242',
      cardExpires: '2031-08',
    });
    expect(await eventsOf(app, id)).toEqual(['started donor']);
    expect(await subjectsFor(app, person.email)).toEqual(
      Array(2).fill('Thank you for your monthly donation of $25.00'),
    );
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])('is booked once, in every order of events (%i)', async (seed) => {
    const plan = await aPlanOnPage(app);
    stripe.delivery.treat('*', twice);
    stripe.pay(plan.session);
    let state = seed;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (const event of reordered(stripe.delivery.due(), random)) await deliver(app, event);
    expect(await donationsOfPlan(app, plan.id)).toHaveLength(1);
    expect((await planRow(app, plan.id)).state).toBe('active');
    expect(await subjectsFor(app, plan.person.email)).toHaveLength(1);
  });

  test('that no event told is found by the comparison, which says so', async () => {
    const plan = await aPlanOnPage(app);
    stripe.delivery.treat('*', dropped);
    stripe.pay(plan.session);
    await deliverAll(app);
    expect((await compare()).corrected).toBeGreaterThan(0);
    expect(await donationsOfPlan(app, plan.id)).toHaveLength(1);
    expect(await alertsAbout(app, 'reconciliation:drift')).not.toEqual([]);
    const { message } = await testApp.db
      .selectFrom('alerts')
      .select('message')
      .where('key', '=', 'reconciliation:drift')
      .where('settledAt', 'is', null)
      .executeTakeFirstOrThrow();
    const invoice = stripe.invoicesOf(stripe.subscriptionOf(plan.session))[0];
    expect(message).toContain(`payment ${invoice?.id} of a recurring donation ($25.00)`);
    expect((await compare()).corrected).toBe(0);
  });

  test('is booked from events of an older version of the API', async () => {
    const plan = await aPlanOnPage(app);
    stripe.pay(plan.session);
    for (const event of stripe.delivery.due()) {
      await deliver(app, asOlderVersion(event, stripe.olderFacts));
    }
    expect(await donationsOfPlan(app, plan.id)).toHaveLength(1);
  });

  test('without an amount is no donation', async () => {
    const { id, subscription } = await aRunningPlan(app);
    const invoice = stripe.invoicesOf(subscription)[0];
    stripe.deal({ id: String(invoice?.id) }, { amount_paid: 0 });
    await compare();
    expect(await donationsOfPlan(app, id)).toHaveLength(1);
    stripe.deal({ id: String(invoice?.id) });
  });

  test('of an unknown plan of ours waits, and is tried again', async () => {
    const plan = await aPlanOnPage(app);
    const unknown = '00000000-0000-7000-8000-00000000abcd' as PlanId;
    stripe.pay(plan.session);
    const subscription = stripe.subscriptionOf(plan.session);
    const fields = { metadata: { planId: unknown, causeId: plan.cause.id } };
    stripe.deal(subscription, fields);
    const told = stripe.delivery
      .due()
      .filter(({ type }) => type === 'customer.subscription.created');
    for (const event of told) await deliver(app, event);
    expect(await unbookedObjects(app, subscription.id)).toHaveLength(1);
    stripe.deal(subscription);
    await compare();
    expect(await unbookedObjects(app, subscription.id)).toEqual([]);
    expect(await donationsOfPlan(app, plan.id)).toHaveLength(1);
  });
});

describe('a failed payment', () => {
  test('is told in plain words, at most every three days, and its recovery is one donation', async () => {
    const { id, subscription, person } = await aRunningPlan(app);
    const refusals = Array(6).fill('insufficient_funds');
    stripe.bankAnswers(subscription, ...refusals, 'approved');
    await renew(app, subscription);
    expect(await planRow(app, id)).toMatchObject({
      state: 'failing',
      lastFailureCode: 'insufficient_funds',
    });
    expect((await planRow(app, id)).nextTryAt).not.toBeNull();
    for (let day = 0; day < 15; day++) {
      stripe.clock.advance({ days: 1 });
      await deliverAll(app);
    }
    expect(await planRow(app, id)).toMatchObject({ state: 'active', failingSince: null });
    expect(await donationsOfPlan(app, id)).toHaveLength(2);
    const failed = (await subjectsFor(app, person.email)).filter((each) =>
      each.includes('could not'),
    );
    // Tried on days 0, 1, 2, 4, 6, and 8: mailed on days 0, 4, and 8.
    expect(failed).toHaveLength(3);
    expect(await eventsOf(app, id)).toEqual([
      'started donor',
      'failed provider:stripe insufficient_funds',
      'recovered provider:stripe',
    ]);
  });

  test.each(['cancel', 'unpaid', 'past_due'] as const)(
    'that Stripe gives up is as the account has set: %s',
    async (afterRetries) => {
      stripe.account.afterRetries = afterRetries;
      const { id, subscription, person } = await aRunningPlan(app);
      stripe.bankAnswers(subscription, 'insufficient_funds');
      await renew(app, subscription);
      stripe.clock.advance({ days: 15 });
      await deliverAll(app);
      const isOver = afterRetries !== 'past_due';
      expect(await planRow(app, id)).toMatchObject(
        isOver ? { state: 'ended', endedWhy: 'payment_failed' } : { state: 'failing' },
      );
      const ended = (await subjectsFor(app, person.email)).filter((each) =>
        each.includes('has ended'),
      );
      expect(ended).toHaveLength(isOver ? 1 : 0);
      if (!isOver) return;
      await repeatPlanRequests(testApp.db, testApp);
      expect(stripe.invoicesOf(subscription).map(({ status }) => status)).toEqual(['paid', 'void']);
      expect(subscription.status).toBe('canceled');
      expect((await planRow(app, id)).stopRequestedAt).toBeNull();
    },
  );

  test('that is paid after Stripe gave up is booked, and the plan stays ended: its donor reads of that once', async () => {
    stripe.account.afterRetries = 'unpaid';
    const { id, subscription, person } = await aRunningPlan(app);
    stripe.bankAnswers(subscription, 'authentication_required');
    await renew(app, subscription);
    stripe.clock.advance({ days: 15 });
    await deliverAll(app);
    expect(await planRow(app, id)).toMatchObject({ state: 'ended', endedWhy: 'payment_failed' });
    // On the page of its invoice, before we could give it up; that revives the subscription.
    stripe.confirm(stripe.invoicesOf(subscription).at(-1) as Stripe.Invoice);
    await deliverAll(app);
    expect(subscription.status).toBe('active');
    expect(await donationsOfPlan(app, id)).toHaveLength(2);
    expect(await planRow(app, id)).toMatchObject({ state: 'ended', nextChargeAt: null });
    await repeatPlanRequests(testApp.db, testApp);
    expect(subscription.status).toBe('canceled');
    expect((await planRow(app, id)).stopRequestedAt).toBeNull();
    const subjects = await subjectsFor(app, person.email);
    expect(subjects.filter((each) => each.includes('has ended'))).toHaveLength(1);
    expect((await eventsOf(app, id)).filter((each) => each.startsWith('ended'))).toHaveLength(1);
  });

  test('of a known plan is no sign of card testing', async () => {
    const { subscription } = await aRunningPlan(app);
    stripe.bankAnswers(subscription, 'insufficient_funds');
    await renew(app, subscription);
    const told = stripe.events.findLast(({ type }) => type === 'charge.failed');
    expect(await storedEvent(app, String(told?.id))).toMatchObject({ outcome: 'ignored' });
  });

  test('that the bank wants confirmed leads to the page of its invoice', async () => {
    const { id, subscription, person } = await aRunningPlan(app);
    stripe.bankAnswers(subscription, 'authentication_required', 'approved');
    await renew(app, subscription);
    expect(await planRow(app, id)).toMatchObject({ state: 'failing', mustConfirm: true });
    expect((await subjectsFor(app, person.email)).at(-1)).toContain('Please confirm');
    const token = await aPlanToken(app, id);
    const { body } = await testApp.call(confirmPlanPayment, { body: { token } });
    expect(body.url).toBe(stripe.invoicesOf(subscription).at(-1)?.hosted_invoice_url);
  });
});

test('a renewal that was paid before its donor was erased is booked, without their name', async () => {
  const { id, subscription, person } = await aRunningPlan(app);
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  // Paid at Stripe, and not told yet.
  stripe.clock.advanceTo(new Date((end + 3_660) * 1000));
  const cookie = await signIn(testApp, await anAdministrator(testApp));
  const { body } = await testApp.call(erasePerson, { cookie, body: { who: person.email } });
  expect(body.isErased).toBe(true);
  await deliverAll(app);
  const gifts = await donationsOfPlan(app, id);
  expect(gifts).toHaveLength(2);
  const row = await testApp.db
    .selectFrom('donations')
    .select(['firstName', 'email', 'description'])
    .where('id', '=', gifts[1]?.id as never)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ firstName: 'Erased', description: '' });
  expect(row.email).toMatch(/@erased\.invalid$/);
  expect(await checkLedger(testApp.db)).toEqual([]);
});
