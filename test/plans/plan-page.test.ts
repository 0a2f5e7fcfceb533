import { afterEach, describe, expect, test } from 'vitest';
import {
  changePlan,
  changePlanCard,
  lowerOwnPlan,
  openPlanPage,
  pauseOwnPlan,
  requestPlanLinks,
  resumeOwnPlan,
  stopOwnPlan,
} from '#contract/plans/plans.ts';
import { reconcile } from '#server/payments/payments/reconciliation.ts';
import { repeatPlanRequests } from '#server/plans/plans/repeat-plan-requests.ts';
import { aCause } from '#test/support/factories.ts';
import {
  aPlanToken,
  aRunningPlan,
  deliverAll,
  donationsOfPlan,
  eventsOf,
  planRow,
  renew,
  subjectsFor,
} from '#test/support/plans.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

// What donors do with their recurring donations, on their own page, at Stripe.
const app = await useStripeApp();
const { testApp, stripe } = app;
afterEach(() => stripe.recover());

describe('the page of a recurring donation', () => {
  test('opens with a link of a receipt, which stops it at once and gives up what is open', async () => {
    const { id, subscription, person } = await aRunningPlan(app);
    stripe.bankAnswers(subscription, 'insufficient_funds');
    await renew(app, subscription);
    const token = await aPlanToken(app, id);
    const { body } = await testApp.call(stopOwnPlan, { body: { token } });
    expect(body).toMatchObject({ state: 'ended', isBeingStopped: false, ended: { why: 'donor' } });
    expect(stripe.invoicesOf(subscription).at(-1)?.status).toBe('void');
    expect(await eventsOf(app, id)).toContain('ended donor donor');
    await deliverAll(app);
    const ended = (await subjectsFor(app, person.email)).filter((each) =>
      each.includes('has ended'),
    );
    expect(ended).toHaveLength(1);
  });

  test('says that it is being stopped until Stripe has confirmed', async () => {
    const { id, subscription, person } = await aRunningPlan(app);
    const token = await aPlanToken(app, id);
    const before = await testApp.call(openPlanPage, { body: { token } });
    stripe.refuse(/^DELETE .*subscriptions/);
    const { body } = await testApp.call(stopOwnPlan, { body: { token } });
    expect(body).toMatchObject({ state: 'active', isBeingStopped: true, nextChargeAt: null });
    expect(body.mayChargeAt).toBe(before.body.nextChargeAt);
    expect(body.events.at(-1)).toMatchObject({ kind: 'stop_requested', why: 'By the donor' });
    await testApp.call(stopOwnPlan, { body: { token } });
    await deliverAll(app);
    const told = (await subjectsFor(app, person.email)).filter((each) => each.includes('not stop'));
    expect(told).toEqual(['We could not stop your monthly donation yet']);
    await repeatPlanRequests(testApp.db, testApp);
    expect(subscription.status).toBe('active');
    stripe.recover();
    await repeatPlanRequests(testApp.db, testApp);
    expect(subscription.status).toBe('canceled');
    expect(await planRow(app, id)).toMatchObject({ state: 'ended', endedWhy: 'donor' });
  });

  test('changes with a fresh link, which works once', async () => {
    const { id, subscription, person } = await aRunningPlan(app);
    const other = await aCause(testApp);
    const view = await aPlanToken(app, id);
    const body = { amount: 4_000, causeId: other.id, interval: 'yearly' as const };
    const refused = await testApp.call(changePlan, { body: { token: view, ...body } });
    expect([refused.status, refused.error.code]).toEqual([403, 'view_only_link']);
    const token = await aPlanToken(app, id, 'change');
    const charges = stripe.chargesOf(subscription).length;
    const changed = await testApp.call(changePlan, { body: { token, ...body } });
    expect(changed.body).toMatchObject({
      amount: 4_000,
      interval: 'yearly',
      cause: { id: other.id },
    });
    expect(changed.body.changesUntil).toBeNull();
    // Nothing is charged because of a change.
    expect(stripe.chargesOf(subscription)).toHaveLength(charges);
    const again = await testApp.call(changePlan, { body: { token, amount: 9_000 } });
    expect([again.status, again.error.code]).toEqual([410, 'link_expired']);
    await deliverAll(app);
    expect(
      (await subjectsFor(app, person.email)).filter((subject) => subject.startsWith('You changed')),
    ).toEqual(['You changed your yearly donation']);
    await renew(app, subscription);
    expect((await donationsOfPlan(app, id)).at(-1)).toMatchObject({
      amountCents: 4_000,
      causeId: other.id,
    });
  });

  test('refuses an amount out of range, and the link still works', async () => {
    const { id } = await aRunningPlan(app);
    const token = await aPlanToken(app, id, 'change');
    const refused = await testApp.call(changePlan, { body: { token, amount: 1 } });
    expect([refused.status, refused.error.code]).toEqual([422, 'amount_out_of_range']);
    expect((await testApp.call(changePlan, { body: { token, amount: 3_000 } })).status).toBe(200);
  });

  test('pauses until a day with the link of any mail, and resumes with a fresh one', async () => {
    const { id, subscription } = await aRunningPlan(app);
    const token = await aPlanToken(app, id);
    const { body: page } = await testApp.call(openPlanPage, { body: { token } });
    const paused = await testApp.call(pauseOwnPlan, { body: { token, until: page.days.last } });
    expect(paused.body).toMatchObject({ state: 'paused' });
    expect(subscription.pause_collection?.behavior).toBe('void');
    const sooner = await testApp.call(pauseOwnPlan, { body: { token, until: page.days.first } });
    expect([sooner.status, sooner.error.code]).toEqual([409, 'plan_not_active']);
    const stale = await testApp.call(resumeOwnPlan, { body: { token } });
    expect([stale.status, stale.error.code]).toEqual([403, 'view_only_link']);
    const fresh = await aPlanToken(app, id, 'change');
    const resumed = await testApp.call(resumeOwnPlan, { body: { token: fresh } });
    expect(resumed.body).toMatchObject({ state: 'active', pausedUntil: null });
    expect(await eventsOf(app, id)).toEqual(['started donor', 'paused donor', 'resumed donor']);
  });

  test('lowers the amount with the link of any mail, again and again, and never raises it', async () => {
    const { id, person, subscription } = await aRunningPlan(app);
    const token = await aPlanToken(app, id);
    const lower = (amount: number) => testApp.call(lowerOwnPlan, { body: { token, amount } });
    const { amountCents } = await planRow(app, id);
    for (const amount of [amountCents, amountCents + 1, 1]) {
      const refused = await lower(amount);
      expect([refused.status, refused.error.code]).toEqual([422, 'amount_out_of_range']);
    }
    expect((await lower(50)).error.fields?.amount).toBe(
      'Must be at least $1.00, and less than $25.00',
    );
    expect((await lower(amountCents - 500)).body.amount).toBe(amountCents - 500);
    expect((await lower(amountCents - 600)).body.amount).toBe(amountCents - 600);
    expect((await lower(amountCents - 500)).status).toBe(422);
    await deliverAll(app);
    expect(
      (await subjectsFor(app, person.email)).filter((subject) => subject.startsWith('You changed')),
    ).toHaveLength(2);
    await renew(app, subscription);
    expect((await donationsOfPlan(app, id)).at(-1)).toMatchObject({
      amountCents: amountCents - 600,
    });
  });

  test('mails links to an address with plans, and answers the same for every address', async () => {
    const { person } = await aRunningPlan(app);
    const known = await testApp.call(requestPlanLinks, { body: { email: person.email } });
    const unknown = await testApp.call(requestPlanLinks, { body: { email: 'nobody@example.com' } });
    expect(known.body).toEqual(unknown.body);
    await expect
      .poll(() => subjectsFor(app, person.email))
      .toContain('Your link to change your recurring donation');
  });

  test('a change keeps what was changed at Stripe meanwhile', async () => {
    const { id, subscription } = await aRunningPlan(app);
    const [first, second] = [
      await aPlanToken(app, id, 'change'),
      await aPlanToken(app, id, 'change'),
    ];
    const { amountCents } = await planRow(app, id);
    await testApp.call(changePlan, { body: { token: first, amount: 4_000 } });
    // As if the answer of the first change were still on its way.
    await testApp.db.updateTable('plans').set({ amountCents }).where('id', '=', id).execute();
    await testApp.call(changePlan, { body: { token: second, interval: 'yearly' } });
    const [item] = subscription.items.data;
    expect([item?.price.unit_amount, item?.price.recurring?.interval]).toEqual([4_000, 'year']);
    expect(await planRow(app, id)).toMatchObject({ amountCents: 4_000, interval: 'yearly' });
  });
});

describe('the card of a recurring donation', () => {
  test('changes at Stripe, and the plan takes it over', async () => {
    const { id, subscription } = await aRunningPlan(app);
    const token = await aPlanToken(app, id, 'change');
    const { body } = await testApp.call(changePlanCard, { body: { token } });
    const session = stripe.portalSessions.find(({ url }) => url === body.url);
    if (!session) throw new Error('No page of the portal.');
    expect(session.flow?.type).toBe('payment_method_update');
    const { features } = stripe.portalConfigurations[0] ?? {};
    expect(Object.values(features ?? {}).filter(({ enabled }) => enabled)).toHaveLength(1);
    stripe.changeCard(session, { last4: '1881' });
    await deliverAll(app);
    expect(await planRow(app, id)).toMatchObject({ cardLast4: '1881' });
    expect(stripe.chargesOf(subscription)).toHaveLength(1);
  });

  test('is taken over within the hour if no event told of it, and a report charges nobody', async () => {
    const { id, subscription } = await aRunningPlan(app);
    stripe.bankAnswers(subscription, 'lost_card');
    await renew(app, subscription);
    const token = await aPlanToken(app, id, 'change');
    const { body } = await testApp.call(changePlanCard, { body: { token } });
    const session = stripe.portalSessions.find(({ url }) => url === body.url);
    if (!session) throw new Error('No page of the portal.');
    stripe.changeCard(session, { last4: '1881' });
    const charges = stripe.chargesOf(subscription).length;
    const card = subscription.default_payment_method;
    const since = new Date(0);
    const days = { checkouts: since, refunds: since, disputes: since, balance: since };
    const listed: string[] = [];
    for await (const { kind } of testApp.payments.factsSince({ ...days, invoices: since })) {
      listed.push(kind);
    }
    expect(listed).toContain('plan');
    expect(await testApp.payments.lookUp({ kind: 'plan', objectId: subscription.id })).toBeTruthy();
    expect(subscription.default_payment_method).toBe(card);
    expect(stripe.chargesOf(subscription)).toHaveLength(charges);

    await reconcile(testApp);
    expect(await planRow(app, id)).toMatchObject({ state: 'active', cardLast4: '1881' });
    expect(stripe.chargesOf(subscription)).toHaveLength(charges + 1);
  });

  test('is never charged for what is overdue once its donor has asked to stop', async () => {
    const { id, subscription } = await aRunningPlan(app);
    stripe.bankAnswers(subscription, 'lost_card');
    await renew(app, subscription);
    const token = await aPlanToken(app, id, 'change');
    const { body } = await testApp.call(changePlanCard, { body: { token } });
    const session = stripe.portalSessions.find(({ url }) => url === body.url);
    if (!session) throw new Error('No page of the portal.');
    stripe.changeCard(session, { last4: '1881' });
    // They think again, and Stripe does not confirm the stop at that moment.
    stripe.refuse(/^DELETE .*subscriptions/);
    await testApp.call(stopOwnPlan, { body: { token: await aPlanToken(app, id) } });
    const charges = stripe.chargesOf(subscription).length;
    await deliverAll(app);
    stripe.recover();
    await repeatPlanRequests(testApp.db, testApp);
    await deliverAll(app);
    expect(stripe.chargesOf(subscription)).toHaveLength(charges);
    expect(await planRow(app, id)).toMatchObject({ state: 'ended' });
  });
});
