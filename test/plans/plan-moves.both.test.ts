import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import type { CauseId, PlanId } from '#contract/ids.ts';
import { cancelPlanMove, getPlanMove, movePlans } from '#contract/plans/plan-moves.ts';
import { changePlan, openPlanPage, stopOwnPlan } from '#contract/plans/plans.ts';
import { deleteCause } from '#contract/vetting/causes.ts';
import { planMovesQueue } from '#server/plans/plan-moves/plan-move-queue.ts';
import { workOnPlanMoves } from '#server/plans/plan-moves/work-on-plan-moves.ts';
import type { PaymentProvider } from '#server/provider/payment-provider/provider.ts';
import { aCause, signIn } from '#test/support/factories.ts';
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
const cancel = (id: CauseId) => testApp.call(cancelPlanMove, { cookie, params: { id } });
/** What the worker does, also where it is at it already. */
const work = (services: Partial<typeof testApp> = {}) =>
  workOnPlanMoves(testApp.db, { ...testApp, ...services });
/** From now on, only the test works on moves. */
const stopWorker = () => testApp.boss.offWork(planMovesQueue.name);
/** The provider, with something else that happens when a plan is changed there. */
const changingAs = (changePlan: PaymentProvider['changePlan']) => ({
  payments: { ...testApp.payments, changePlan },
});
/** Fourteen days pass. */
const timePasses = (id: CauseId) =>
  sql`update plan_move_plans set due_at = now() - interval '1 second' from plan_moves
    where plan_moves.id = move_id and from_cause_id = ${id} and outcome is null`.execute(
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
  await vi.waitFor(
    async () => {
      for (const { person } of plans) {
        expect(await told(person.email, `goes to ${to.name}`)).toBe(1);
      }
    },
    { timeout: 60_000 },
  );
  const page = await testApp.call(openPlanPage, {
    body: { token: await aPlanToken(app, first.id) },
  });
  expect(page.body.move).toMatchObject({ to: { id: to.id } });

  await work();
  expect(await causeOf(first.id)).toBe(causeId);

  const third = await aCause(testApp);
  await testApp.call(stopOwnPlan, { body: { token: await aPlanToken(app, stopping.id) } });
  const token = await aPlanToken(app, choosing.id, 'change');
  const chosen = await testApp.call(changePlan, { body: { token, causeId: third.id } });
  expect(chosen.body.move).toBeNull();

  await timePasses(causeId);
  stripe.refuse(/^POST .*subscriptions/);
  await expect(work()).rejects.toThrow('Some plans were not moved');
  expect(await causeOf(first.id)).toBe(causeId);
  stripe.recover();
  await work();
  expect(await causeOf(first.id)).toBe(to.id);
  expect(await causeOf(choosing.id)).toBe(third.id);
  expect((await planRow(app, stopping.id)).state).toBe('ended');
  expect(await eventsOf(app, first.id)).toContain('changed system');
  const now = await testApp.call(getPlanMove, { cookie, params: { id: causeId } });
  expect(now.body).toEqual({ running: 0, move: null });
  await renew(app, first.subscription);
  expect((await donationsOfPlan(app, first.id)).at(-1)).toMatchObject({ causeId: to.id });
});

test('it can be cancelled, which donors read as well, and asked for again', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  await move(causeId, to.id);
  await work();
  expect(await move(causeId, to.id)).toMatchObject({ status: 409 });
  expect((await cancel(causeId)).body).toMatchObject({ running: 3, move: null });
  expect((await cancel(causeId)).status).toBe(404);
  await work();
  await timePasses(causeId);
  await work();
  for (const { id, person } of plans) {
    expect(await causeOf(id)).toBe(causeId);
    expect(await told(person.email, 'stays with')).toBe(1);
  }
  expect((await move(causeId, to.id)).status).toBe(200);
});

test('a plan that was being changed when the move was cancelled stays', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  await move(causeId, to.id);
  await work();
  await timePasses(causeId);
  const ids = plans.map(({ id }) => id);
  // Somebody is changing all of them.
  await sql`update plans set changing_until = clock_timestamp() + interval '3 seconds'
    where id = any(${ids}::uuid[])`.execute(testApp.db);
  const working = work();
  await cancel(causeId);
  await working;
  await work();
  for (const { id, person } of plans) {
    expect(await causeOf(id)).toBe(causeId);
    expect(await told(person.email, 'stays with')).toBe(1);
  }
});

test('six people who ask at once tell each donor once', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  const answers = await Promise.all(Array.from({ length: 6 }, () => move(causeId, to.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['plans_being_moved']));
  await work();
  for (const { person } of plans) expect(await told(person.email, `goes to ${to.name}`)).toBe(1);
});

test('a donor whose plan is moved while the move is cancelled does not read that it stays', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  await move(causeId, to.id);
  await work();
  await timePasses(causeId);
  let others: Promise<void> | undefined;
  await work(
    changingAs(async (...change) => {
      if (!others) {
        await cancel(causeId);
        // Another process works on it before the provider has answered.
        others = work();
      }
      return testApp.payments.changePlan(...change);
    }),
  );
  await others;
  const stayed = [];
  for (const { id, person } of plans) {
    stayed.push([await causeOf(id), await told(person.email, 'stays with')]);
  }
  const [moved, ...left] = stayed.sort((a, b) => Number(a[1]) - Number(b[1]));
  expect(moved).toEqual([to.id, 0]);
  expect(left).toEqual(Array(2).fill([causeId, 1]));
});

test('after a cancelled move, a plan that was moved without an answer goes back and stays', async () => {
  const { causeId, to, plans } = await aCauseWithPlans();
  await move(causeId, to.id);
  await work();
  await timePasses(causeId);
  const losing = changingAs(async (...change) => {
    await testApp.payments.changePlan(...change);
    throw new Error('The answer is lost.');
  });
  await expect(work(losing)).rejects.toThrow('Some plans were not moved');
  await cancel(causeId);
  await work();
  await deliverAll(app);
  for (const { id, person } of plans) {
    expect(await causeOf(id)).toBe(causeId);
    expect(await told(person.email, 'stays with')).toBe(1);
  }
});

test('a process that dies while it tells donors has told each of them once or not at all', async () => {
  await stopWorker();
  const { causeId, to, plans } = await aCauseWithPlans();
  await move(causeId, to.id);
  let mails = 0;
  const mailer = {
    ...testApp.mailer,
    enqueue: async (...mail: Parameters<typeof testApp.mailer.enqueue>) => {
      const id = await testApp.mailer.enqueue(...mail);
      mails += 1;
      if (mails > 1) throw new Error('The process dies.');
      return id;
    },
  };
  const tellsOf = async (words: string) => {
    const tells = [];
    for (const { person } of plans) tells.push(await told(person.email, words));
    return tells.sort();
  };
  await expect(work({ mailer })).rejects.toThrow();
  expect(await tellsOf(`goes to ${to.name}`)).toEqual([0, 0, 1]);

  await cancel(causeId);
  await work();
  // Only who was told otherwise is told that it stays.
  expect(await tellsOf('stays with')).toEqual([0, 0, 1]);

  await move(causeId, to.id);
  mails = 0;
  await expect(work({ mailer })).rejects.toThrow();
  await work();
  await work();
  expect(await tellsOf(`goes to ${to.name}`)).toEqual([1, 1, 2]);
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
