import { beforeAll, expect, test } from 'vitest';
import type { ApprovalId, DonationId } from '#contract/ids.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { approve, getApproval } from '#contract/people/approvals.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';
import {
  aRunningPlan,
  deliverAll,
  donationsOfPlan,
  eventsOf,
  planRow,
  renew,
} from '#test/support/plans.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aDonorWhoPays, deliver, useStripeApp } from '#test/support/stripe-app.ts';

// Whoever gets a payment back is asked about the next one as well: the team chooses whether the recurring donation stops.
const app = await useStripeApp();
const { testApp, stripe } = app;
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});

async function aRenewal() {
  const plan = await aRunningPlan(app);
  await renew(app, plan.subscription);
  const gift = (await donationsOfPlan(app, plan.id))[1];
  return { ...plan, giftId: gift?.id as DonationId };
}

const refund = (id: DonationId, stopsPlan?: boolean, by = cookie) =>
  testApp.call(createRefund, {
    cookie: by,
    params: { id },
    body: {
      amount: 2_500,
      reason: 'They asked for it',
      ...(stopsPlan !== undefined && { stopsPlan }),
    },
  });

test('a refund stops the recurring donation only if somebody chose it', async () => {
  const kept = await aRenewal();
  expect((await refund(kept.giftId)).status).toBe(201);
  expect(await planRow(app, kept.id)).toMatchObject({ state: 'active', stopRequestedAt: null });

  const stopped = await aRenewal();
  expect((await refund(stopped.giftId, true)).body).toMatchObject({ status: 'succeeded' });
  expect(stopped.subscription.status).toBe('canceled');
  expect(await planRow(app, stopped.id)).toMatchObject({ state: 'ended', endedWhy: 'staff' });
  expect((await eventsOf(app, stopped.id)).join()).toMatch(/stop_requested user:.+ staff,ended/);
  await deliverAll(app);
});

test('it is stopped also if the refund is refused, and again until Stripe confirms', async () => {
  const { id, giftId, subscription } = await aRenewal();
  stripe.refuse(/^POST .*refunds/);
  expect((await refund(giftId, true)).status).toBe(409);
  stripe.recover();
  expect(subscription.status).toBe('canceled');
  expect(await planRow(app, id)).toMatchObject({ state: 'ended' });
});

test('a donation that is part of no recurring one has nothing to stop', async () => {
  const { session, checkoutId } = await aDonorWhoPays(app);
  await deliver(app, stripe.pay(session));
  expect(await refund(checkoutId, true)).toMatchObject({ status: 400 });
  expect((await refund(checkoutId, false)).status).toBe(201);
});

test('the second person sees that it stops, and nothing stops before', async () => {
  const now = await testApp.settings.read(testApp.db);
  await aTeamMember(testApp, 'owner');
  await changeSettings(testApp, {
    fourEyes: { ...now.fourEyes, isOn: true, refundAboveCents: 1_000 },
  });
  const [first, second] = [
    await signIn(testApp, await aTeamMember(testApp, 'treasurer')),
    await signIn(testApp, await aTeamMember(testApp, 'treasurer')),
  ];
  const { id, giftId } = await aRenewal();
  const asked = (await refund(giftId, true, first)) as unknown as {
    status: number;
    body: { awaitingApproval: ApprovalId };
  };
  expect(asked.status).toBe(202);
  expect(await planRow(app, id)).toMatchObject({ state: 'active', stopRequestedAt: null });
  const params = { id: asked.body.awaitingApproval };
  const { body } = await testApp.call(getApproval, { cookie: second, params });
  expect(body.facts).toContainEqual(
    expect.objectContaining({ label: 'Recurring donation', value: 'Is stopped as well' }),
  );
  const { fingerprint } = body;
  await testApp.call(approve, { cookie: second, params, body: { fingerprint } });
  expect(await planRow(app, id)).toMatchObject({ state: 'ended', endedWhy: 'staff' });
  await changeSettings(testApp, { fourEyes: now.fourEyes });
});
