import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlanId } from '#contract/ids.ts';
import { changePlan, lowerPlan, pausePlan } from '#contract/plans/plans.ts';
import { momentAt } from '#core/platform/dates.ts';
import { signIn } from '#test/support/factories.ts';
import { aPlanToken, aRunningPlan, planRow, subjectsFor } from '#test/support/plans.ts';
import { reconcileNow } from '#test/support/reconcile-now.ts';
import { changeSettings } from '#test/support/settings.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

// Changes whose answer is lost, and changes at the same moment.
const app = await useStripeApp();
const { testApp, stripe } = app;
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});
beforeEach(() => stripe.recover());

const changedMail = 'Your monthly donation was changed';
const auditOf = (id: PlanId) =>
  testApp.db
    .selectFrom('auditEntries')
    .select(['action', 'before', 'after', 'reason'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute();
const told = async (address: string) =>
  (await subjectsFor(app, address)).filter((subject) => subject === changedMail).length;

test('a change of the team whose answer is lost is in the trail, and told once it is known', async () => {
  const { id, subscription, person } = await aRunningPlan(app);
  await testApp.call(lowerPlan, { cookie, params: { id }, body: { amount: 1_000 } });
  expect(subscription.items.data[0]?.price.unit_amount).toBe(1_000);
  expect(await told(person.email)).toBe(1);

  const other = await aRunningPlan(app);
  stripe.refuse(/^GET .*subscriptions/);
  const refused = await testApp.call(lowerPlan, {
    cookie,
    params: { id: other.id },
    body: { amount: 1_000 },
  });
  expect(refused.status).toBe(503);
  stripe.recover();
  // A refusal is an answer: nothing was changed, so nobody is told anything, and the trail says both.
  expect(await auditOf(other.id)).toMatchObject([
    { action: 'plan.lowered' },
    { action: 'plan.change_refused' },
  ]);
  await reconcileNow(testApp);
  expect(await told(other.person.email)).toBe(0);

  const lost = await aRunningPlan(app);
  stripe.fail('connection cut', 'connection cut');
  const unknown = await testApp.call(pausePlan, {
    cookie,
    params: { id: lost.id },
    body: { until: inDays(40) },
  });
  expect(unknown.status).toBe(503);
  expect(await auditOf(lost.id)).toMatchObject([
    { action: 'plan.paused' },
    { action: 'plan.change_open', reason: expect.stringContaining('has not said') },
  ]);
  expect(await told(lost.person.email)).toBe(0);
  // Stripe has done it after all.
  const until = (await planRow(app, lost.id)).teamChangeTo?.replace('paused ', '') ?? '';
  const mine = stripe.subscriptions.find((each) => each.id === lost.subscription.id);
  if (mine) {
    mine.pause_collection = { behavior: 'void', resumes_at: Math.floor(Date.parse(until) / 1000) };
  }
  await reconcileNow(testApp);
  expect(await told(lost.person.email)).toBe(1);
  await reconcileNow(testApp);
  expect(await told(lost.person.email)).toBe(1);
});

test('a change of the team is in the trail before the provider hears of it', async () => {
  const { id } = await aRunningPlan(app);
  // The process could die while it waits: what is in the trail by then is all that ever will be.
  const held = stripe.hold(/subscriptions/);
  const asked = testApp.call(lowerPlan, { cookie, params: { id }, body: { amount: 1_000 } });
  const before = { amountCents: 2_500, coverCents: 0 };
  const after = { amountCents: 1_000, coverCents: 0 };
  await held.arrived;
  expect(await auditOf(id)).toMatchObject([{ action: 'plan.lowered', before, after }]);
  held.release();
  expect((await asked).status).toBe(200);
  // The answer shows whose it is.
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'plan.lowered',
    'contact.donation_opened',
  ]);
});

test('two changes at the same moment are both made', async () => {
  const { id, subscription } = await aRunningPlan(app);
  const tokens = [await aPlanToken(app, id, 'change'), await aPlanToken(app, id, 'change')];
  const answers = await Promise.all([
    testApp.call(changePlan, { body: { token: tokens[0] ?? '', amount: 4_000 } }),
    testApp.call(changePlan, { body: { token: tokens[1] ?? '', interval: 'yearly' } }),
    testApp.call(lowerPlan, { cookie, params: { id }, body: { amount: 2_000 } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [item] = subscription.items.data;
  const row = await planRow(app, id);
  expect(item?.price.recurring?.interval).toBe('year');
  expect(row).toMatchObject({ interval: 'yearly', changingUntil: null });
  expect(row.amountCents).toBe(item?.price.unit_amount);
  expect([2_000, 4_000]).toContain(row.amountCents);
});

test('what a process that died was changing can be changed again', async () => {
  const { id, subscription } = await aRunningPlan(app);
  const holdFor = (seconds: number) =>
    sql`update plans set changing_until = clock_timestamp() + make_interval(secs => ${seconds}) where id = ${id}`.execute(
      testApp.db,
    );
  await holdFor(-1);
  const token = await aPlanToken(app, id, 'change');
  const answer = await testApp.call(changePlan, { body: { token, amount: 4_000 } });
  expect(answer.status).toBe(200);
  expect(subscription.items.data[0]?.price.unit_amount).toBe(4_000);
  // Whoever waits for too long is told so, and the link still works.
  await holdFor(3_600);
  const next = await aPlanToken(app, id, 'change');
  const refused = await testApp.call(changePlan, { body: { token: next, amount: 5_000 } });
  expect([refused.status, refused.error.code]).toEqual([503, 'payments_unavailable']);
  expect(subscription.items.data[0]?.price.unit_amount).toBe(4_000);
  await holdFor(-1);
  const again = await testApp.call(changePlan, { body: { token: next, amount: 5_000 } });
  expect(again.status).toBe(200);
});

test('a payment is moved to noon where the charity is', async () => {
  // There, noon in UTC is the next day.
  const timeZone = 'Pacific/Kiritimati';
  await changeSettings(testApp, { timeZone });
  const { id } = await aRunningPlan(app);
  const [token, nextCharge] = [await aPlanToken(app, id, 'change'), inDays(40)];
  expect((await testApp.call(changePlan, { body: { token, nextCharge } })).status).toBe(200);
  const { nextChargeAt } = await planRow(app, id);
  expect(nextChargeAt).toBe(momentAt(nextCharge, 12 * 3600, timeZone));
});

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
