import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { cancelPlanMove, getPlanMove, movePlans } from '#contract/giving/plan-moves.ts';
import { changePlan, openPlanPage, stopOwnPlan } from '#contract/giving/plans.ts';
import type { CauseId, PlanId } from '#contract/ids.ts';
import { deleteCause } from '#contract/vetting/causes.ts';
import { carryOutPlanMoves } from '#server/giving/plan-moves/commands.ts';
import { aCause, signIn } from '#test/support/factories.ts';
import {
  aPlanToken,
  aRunningPlan,
  eventsOf,
  giftsOf,
  planRow,
  renew,
  subjectsFor,
} from '#test/support/plans.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

// The team moves the recurring donations of a cause; each donor is told first, and has 14 days to choose differently.
const app = await useStripeApp();
const { testApp, stripe } = app;
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
});

/** Three plans of one cause, and another cause. */
async function aCauseWithPlans() {
  const first = await aRunningPlan(app);
  const others = [await aRunningPlan(app), await aRunningPlan(app)];
  for (const { id } of others) {
    const token = await aPlanToken(app, id, 'change');
    await testApp.call(changePlan, { body: { token, causeId: first.cause.id } });
  }
  return { causeId: first.cause.id, to: await aCause(testApp), plans: [first, ...others] };
}

const move = (id: CauseId, toCauseId: CauseId) =>
  testApp.call(movePlans, { cookie, params: { id }, body: { toCauseId } });
/** Fourteen days pass. */
const timePasses = (id: CauseId) =>
  sql`update plan_moves set due_at = now() - interval '1 second' where from_cause_id = ${id}`.execute(
    testApp.db,
  );
const causeOf = async (id: PlanId) => (await planRow(app, id)).causeId;
const told = async (address: string, words: string) =>
  (await subjectsFor(app, address)).filter((subject) => subject.includes(words)).length;

test('each donor is told, may choose differently, and the others are moved after 14 days', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  const [first, stopping, choosing] = plans as [
    (typeof plans)[0],
    (typeof plans)[0],
    (typeof plans)[0],
  ];
  const { status, body } = await move(causeId, to.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ running: 3, move: { to: { id: to.id }, plans: 3 } });
  const days = (Date.parse(body.move?.dueAt ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(14, 1);
  for (const { person } of plans) expect(await told(person.email, `goes to ${to.name}`)).toBe(1);
  const page = await testApp.call(openPlanPage, {
    body: { token: await aPlanToken(app, first.id) },
  });
  expect(page.body.move).toMatchObject({ to: { id: to.id } });

  await carryOutPlanMoves(testApp.db, testApp);
  expect(await causeOf(first.id)).toBe(causeId);

  const third = await aCause(testApp);
  await testApp.call(stopOwnPlan, { body: { token: await aPlanToken(app, stopping.id) } });
  const token = await aPlanToken(app, choosing.id, 'change');
  const chosen = await testApp.call(changePlan, { body: { token, causeId: third.id } });
  expect(chosen.body.move).toBeNull();

  await timePasses(causeId);
  stripe.refuse(/^POST .*subscriptions/);
  await carryOutPlanMoves(testApp.db, testApp);
  expect(await causeOf(first.id)).toBe(causeId);
  stripe.recover();
  await carryOutPlanMoves(testApp.db, testApp);
  expect(await causeOf(first.id)).toBe(to.id);
  expect(await causeOf(choosing.id)).toBe(third.id);
  expect((await planRow(app, stopping.id)).state).toBe('ended');
  expect(await eventsOf(app, first.id)).toContain('changed system');
  const now = await testApp.call(getPlanMove, { cookie, params: { id: causeId } });
  expect(now.body).toEqual({ running: 0, move: null });
  await renew(app, first.subscription);
  expect((await giftsOf(app, first.id)).at(-1)).toMatchObject({ causeId: to.id });
});

test('it can be cancelled, which donors read as well, and asked for again', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  await move(causeId, to.id);
  expect(await move(causeId, to.id)).toMatchObject({ status: 409 });
  const cancel = () => testApp.call(cancelPlanMove, { cookie, params: { id: causeId } });
  expect((await cancel()).body).toMatchObject({ running: 3, move: null });
  expect((await cancel()).status).toBe(404);
  await timePasses(causeId);
  await carryOutPlanMoves(testApp.db, testApp);
  for (const { id, person } of plans) {
    expect(await causeOf(id)).toBe(causeId);
    expect(await told(person.email, 'stays with')).toBe(1);
  }
  expect((await move(causeId, to.id)).status).toBe(200);
});

test('a plan that was being changed when the move was cancelled stays', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  await move(causeId, to.id);
  await timePasses(causeId);
  const ids = plans.map(({ id }) => id);
  // Somebody is changing all of them.
  await sql`update plans set changing_until = clock_timestamp() + interval '3 seconds'
    where id = any(${ids}::uuid[])`.execute(testApp.db);
  const carrying = carryOutPlanMoves(testApp.db, testApp);
  await testApp.call(cancelPlanMove, { cookie, params: { id: causeId } });
  await carrying;
  for (const id of ids) expect(await causeOf(id)).toBe(causeId);
});

test('six people who ask at once tell each donor once', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  const answers = await Promise.all(Array.from({ length: 6 }, () => move(causeId, to.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['plans_being_moved']));
  for (const { person } of plans) expect(await told(person.email, `goes to ${to.name}`)).toBe(1);
});

test('there has to be something to move, and somewhere else', async () => {
  const [empty, other] = [await aCause(testApp), await aCause(testApp)];
  expect((await move(empty.id, other.id)).error.code).toBe('nothing_left');
  const { causeId } = await aCauseWithPlans();
  expect(await move(causeId, causeId)).toMatchObject({
    status: 400,
    error: { fields: { toCauseId: expect.any(String) } },
  });
});

test('a cause with recurring donations cannot be deleted, and says why', async () => {
  const { cause } = await aRunningPlan(app);
  const { status, error } = await testApp.call(deleteCause, { cookie, params: { id: cause.id } });
  expect([status, error.message]).toEqual([
    409,
    'This cause has recurring donations, so it cannot be deleted.',
  ]);
});
