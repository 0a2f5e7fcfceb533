import { beforeEach, expect, test, vi } from 'vitest';
import type { PlanId } from '#contract/ids.ts';
import { approve, listApprovals } from '#contract/people/approvals.ts';
import { adoptPlans, listOtherSubscriptions } from '#contract/plans/plan-adoptions.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { adoptAsked } from '#server/plans/plan-adoptions/adopt-asked.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { aCause, anAdministrator, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import {
  deliverAll,
  donationsOfPlan,
  eventsOf,
  planRow,
  renew,
  subjectsFor,
} from '#test/support/plans.ts';
import { changeSettings } from '#test/support/settings.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

const stripeApp = await useStripeApp();
const { testApp, stripe } = stripeApp;

/** The jobs of the test's application would do it as well: here, each step is made to happen. */
const services = () => ({ payments: testApp.payments, mailer: testApp.mailer });
const treasurer = () => aTeamMember(testApp, 'treasurer').then((user) => signIn(testApp, user));

const list = async (cookie: string) =>
  (await testApp.call(listOtherSubscriptions, { cookie, query: {} as never })).body;

async function adoption(subscriptionId: string) {
  return testApp.db
    .selectFrom('planAdoptions')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow();
}

/** Works until nothing is asked for anymore. */
async function settled(subscriptionId: string) {
  await vi.waitFor(
    async () => {
      await adoptAsked(testApp.db, services()).catch(() => undefined);
      expect((await adoption(subscriptionId)).state).not.toBe('asked');
    },
    { timeout: 100_000, interval: 200 },
  );
  return adoption(subscriptionId);
}

beforeEach(() => stripe.recover());

test('a subscription of another system goes on here, and its donor is told', async () => {
  const cause = await aCause(testApp);
  const { email } = aPerson();
  const old = stripe.foreignSubscription({ email, name: 'Ada King Lovelace', product: 'GiveWP' });
  // The other system has used words of ours in its own way.
  Object.assign(old.metadata, { amountCents: '2000', coverCents: '300', earlierParts: 'none' });
  // A payment of before: its invoice names no plan.
  await renew(stripeApp, old);
  const chargesBefore = stripe.chargesOf(old).length;
  const cookie = await treasurer();
  const listed = (await list(cookie)).find(({ id }) => id === old.id);
  expect(listed).toMatchObject({
    name: 'Ada King Lovelace',
    email,
    amount: 2_500,
    interval: 'monthly',
    state: 'active',
    product: { name: 'GiveWP' },
    problem: null,
    adoption: null,
  });
  const body = { adoptions: [{ subscriptionId: old.id, causeId: cause.id }] };
  const idempotencyKey = newId();
  expect((await testApp.call(adoptPlans, { cookie, body, idempotencyKey })).status).toBe(200);
  expect((await testApp.call(adoptPlans, { cookie, body, idempotencyKey })).status).toBe(200);
  expect((await testApp.call(adoptPlans, { cookie, body })).error.code).toBe('plan_adopted');
  const { state, planId } = await settled(old.id);
  expect(state).toBe('adopted');
  const id = planId as PlanId;
  await deliverAll(stripeApp);
  expect(await planRow(stripeApp, id)).toMatchObject({
    state: 'active',
    subscriptionId: old.id,
    amountCents: 2_500,
    causeId: cause.id,
  });
  expect(await eventsOf(stripeApp, id)).toEqual(['started donor']);
  const told = 'Your monthly donation goes on, and you can see where it goes';
  expect(await subjectsFor(stripeApp, email)).toEqual([told]);
  // Nothing was charged, and nothing of before is booked.
  expect(stripe.chargesOf(old).length).toBe(chargesBefore);
  expect(await donationsOfPlan(stripeApp, id)).toEqual([]);

  await renew(stripeApp, old);
  expect(await donationsOfPlan(stripeApp, id)).toMatchObject([
    { source: 'renewal', amountCents: 2_500, causeId: cause.id },
  ]);
  expect((await list(cookie)).some((one) => one.id === old.id)).toBe(false);
  expect(await checkLedger(testApp.db)).toEqual([]);
});

test('each line says why it cannot go on here', async () => {
  const cookie = await treasurer();
  const cases: [Parameters<typeof stripe.foreignSubscription>[0], RegExp][] = [
    [{ currency: 'eur' }, /It is in EUR, and the books are in USD/],
    [{ interval: 'week', count: 2 }, /every 2 weeks/],
    [{ quantity: 25 }, /a price times 25/],
    [{ usage: 'metered' }, /depends on what is used/],
    [{ email: null }, /no email address/],
    [{ method: 'send_invoice' }, /by invoice/],
  ];
  for (const [options, why] of cases) {
    const { email } = aPerson();
    const { id } = stripe.foreignSubscription({ email, ...options });
    const listed = (await list(cookie)).find((one) => one.id === id);
    expect(listed?.problem).toMatch(why);
    const cause = await aCause(testApp);
    const body = { adoptions: [{ subscriptionId: id, causeId: cause.id }] };
    await testApp.call(adoptPlans, { cookie, body });
    expect(await settled(id)).toMatchObject({
      state: 'refused',
      remark: expect.stringMatching(why),
      planId: null,
    });
  }
});

test.each([
  ['overdue', 'past_due'],
  ['on its way', 'active'],
] as const)(
  'waits as long as a payment is %s, because no donation would come of it',
  async (_, status) => {
    const cause = await aCause(testApp);
    const old = stripe.foreignSubscription({ email: aPerson().email });
    stripe.bankAnswers(old, 'insufficient_funds', 'approved');
    await renew(stripeApp, old);
    old.status = status;
    const cookie = await treasurer();
    const body = { adoptions: [{ subscriptionId: old.id, causeId: cause.id }] };
    await testApp.call(adoptPlans, { cookie, body });
    expect(await settled(old.id)).toMatchObject({
      state: 'refused',
      remark: expect.stringContaining('no donation here'),
      planId: null,
    });
    stripe.clock.advance({ days: 15 });
    await deliverAll(stripeApp);
    await testApp.call(adoptPlans, { cookie, body });
    const { state, planId } = await settled(old.id);
    expect(state).toBe('adopted');
    await renew(stripeApp, old);
    expect(await donationsOfPlan(stripeApp, planId as PlanId)).toMatchObject([
      { amountCents: 2_500 },
    ]);
  },
);

test('a lost answer is asked for again, and makes neither a second plan nor a second mail', async () => {
  const cause = await aCause(testApp);
  const { email } = aPerson();
  const { id } = stripe.foreignSubscription({ email });
  const actor = await anAdministrator(testApp);
  const cookie = await signIn(testApp, actor);
  stripe.fail(...Array.from({ length: 8 }, () => 'connection cut' as const));
  await testApp.call(adoptPlans, {
    cookie,
    body: { adoptions: [{ subscriptionId: id, causeId: cause.id }] },
  });
  await adoptAsked(testApp.db, services()).catch(() => undefined);
  stripe.recover();
  const { planId } = await settled(id);
  await deliverAll(stripeApp);
  const plans = await testApp.db
    .selectFrom('plans')
    .select('id')
    .where('subscriptionId', '=', id)
    .execute();
  expect(plans).toEqual([{ id: planId }]);
  expect(await subjectsFor(stripeApp, email)).toHaveLength(1);
});

test('the card that is charged stays, also if its customer has another one', async () => {
  const cause = await aCause(testApp);
  const { email } = aPerson();
  const old = stripe.foreignSubscription({ email, hasOtherCard: true });
  const card = old.default_payment_method;
  const cookie = await treasurer();
  await testApp.call(adoptPlans, {
    cookie,
    body: { adoptions: [{ subscriptionId: old.id, causeId: cause.id }] },
  });
  expect((await settled(old.id)).state).toBe('adopted');
  await deliverAll(stripeApp);
  expect(old.default_payment_method).toBe(card);
});

test('with a second person, nothing happens before somebody else has approved it', async () => {
  const owners = [await anAdministrator(testApp), await anAdministrator(testApp)];
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  const cause = await aCause(testApp);
  const { id } = stripe.foreignSubscription({ email: aPerson().email });
  const body = { adoptions: [{ subscriptionId: id, causeId: cause.id }] };
  const [one, other] = await Promise.all(owners.map((owner) => signIn(testApp, owner)));
  const asked = await testApp.call(adoptPlans, { cookie: one ?? '', body });
  expect(asked.status).toBe(202);
  const { body: open } = await testApp.call(listApprovals, {
    cookie: other ?? '',
    query: {} as never,
  });
  const request = open.find(({ kind }) => kind === 'import');
  expect(request?.facts).toMatchObject([
    { value: 'Take over 1 subscription that another system began' },
    { label: 'Causes', value: `${cause.name} (1)` },
    { label: 'Which', value: id },
    {},
  ]);
  await testApp.call(approve, {
    cookie: other ?? '',
    params: { id: request?.id as never },
    body: { fingerprint: request?.fingerprint ?? '' },
  });
  expect((await settled(id)).state).toBe('adopted');
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: false } });
});
