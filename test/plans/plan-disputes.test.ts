import { expect, test } from 'vitest';
import { openPlanPage, pauseOwnPlan } from '#contract/plans/plans.ts';
import { repeatPlanRequests } from '#server/plans/plans/repeat-plan-requests.ts';
import { aPlanToken, aRunningPlan, deliverAll, planRow, renew } from '#test/support/plans.ts';
import { deliver, useStripeApp } from '#test/support/stripe-app.ts';

// Whoever disputes a payment does not want the next one.
const app = await useStripeApp();
const { testApp, stripe } = app;

test('a dispute pauses a plan whose payment failed, and nothing is collected anymore', async () => {
  const { id, subscription } = await aRunningPlan(app);
  await renew(app, subscription);
  const disputed = stripe.chargesOf(subscription).at(-1) as never;
  stripe.bankAnswers(subscription, 'insufficient_funds', 'insufficient_funds', 'approved');
  await renew(app, subscription);
  expect((await planRow(app, id)).state).toBe('failing');
  await deliver(app, stripe.dispute(disputed));
  await repeatPlanRequests(testApp.db, testApp);
  const tries = stripe.chargesOf(subscription).length;
  for (let day = 0; day < 10; day++) {
    stripe.clock.advance({ days: 1 });
    await deliverAll(app);
  }
  expect(stripe.chargesOf(subscription)).toHaveLength(tries);
  expect(await planRow(app, id)).toMatchObject({ state: 'paused', pauseRequestedAt: null });
  const calls = stripe.calls.length;
  await repeatPlanRequests(testApp.db, testApp);
  expect(stripe.calls).toHaveLength(calls);
});

test('a dispute makes a short pause a long one', async () => {
  const { id, subscription } = await aRunningPlan(app);
  const token = await aPlanToken(app, id, 'change');
  const { body: page } = await testApp.call(openPlanPage, { body: { token } });
  await testApp.call(pauseOwnPlan, { body: { token, until: page.days.first } });
  await deliver(app, stripe.dispute(stripe.chargesOf(subscription).at(-1) as never));
  await repeatPlanRequests(testApp.db, testApp);
  const charges = stripe.chargesOf(subscription).length;
  await renew(app, subscription);
  expect(stripe.chargesOf(subscription)).toHaveLength(charges);
  expect((await planRow(app, id)).pausedUntil?.slice(0, 10)).toBe(page.days.last);
});

test('a direct debit that is taken back, which is lost at once, ends charging as well', async () => {
  const { id, subscription } = await aRunningPlan(app);
  await renew(app, subscription);
  const [charge] = stripe.chargesOf(subscription).slice(-1);
  if (!charge) throw new Error('The renewal was not charged');
  stripe.decide(stripe.dispute(charge), 'lost');
  await deliverAll(app);
  await repeatPlanRequests(testApp.db, testApp);
  expect(await planRow(app, id)).toMatchObject({ state: 'paused' });
  const before = stripe.chargesOf(subscription).length;
  await renew(app, subscription);
  expect(stripe.chargesOf(subscription)).toHaveLength(before);
});
