import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CauseId, PlanId } from '#contract/ids.ts';
import { cancelPlanMove, getPlanMove, movePlans } from '#contract/plans/plan-moves.ts';
import { changePlan, openPlanPage } from '#contract/plans/plans.ts';
import { closeCause, hideCause, openCause } from '#contract/vetting/causes.ts';
import { planMovesQueue } from '#server/plans/plan-moves/plan-move-queue.ts';
import { workOnPlanMoves } from '#server/plans/plan-moves/work-on-plan-moves.ts';
import { aCause, signIn } from '#test/support/factories.ts';
import { openInbox } from '#test/support/inbox.ts';
import {
  aPlanOnPage,
  aPlanToken,
  aRunningPlan,
  deliverAll,
  donationsOfPlan,
  planRow,
  renew,
} from '#test/support/plans.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';

// Recurring donations to a cause that is hidden go on; those to one that is closed go where the team says, after 14 days in
// which their donors may choose differently.
const app = await useStripeApp();
const { testApp, stripe } = app;
let cookie = '';
beforeAll(async () => {
  cookie = await signIn(testApp);
  // From now on, only the test works on moves.
  await testApp.boss.offWork(planMovesQueue.name);
});

const close = (id: CauseId, plansToId: CauseId, revision = 0) =>
  testApp.call(closeCause, { cookie, params: { id }, body: { revision, plansToId } });
const work = () => workOnPlanMoves(testApp.db, testApp);
/** Fourteen days pass. */
const timePasses = (id: CauseId) =>
  sql`update plan_move_plans set due_at = now() - interval '1 second' from plan_moves
    where plan_moves.id = move_id and from_cause_id = ${id} and outcome is null`.execute(
    testApp.db,
  );
const causeOf = async (id: PlanId) => (await planRow(app, id)).causeId;
const moveOf = async (id: CauseId) =>
  (await testApp.call(getPlanMove, { cookie, params: { id } })).body.move;
const pageOf = async (id: PlanId) =>
  (await testApp.call(openPlanPage, { body: { token: await aPlanToken(app, id) } })).body;

test('they go on with a hidden cause, and their donors can keep it or choose an open one', async () => {
  const { cause, id, subscription } = await aRunningPlan(app);
  const [open, hidden] = [await aCause(testApp), await aCause(testApp)];
  for (const one of [cause, hidden]) {
    const params = { id: one.id };
    await testApp.call(hideCause, { cookie, params, body: { revision: 0 } });
  }
  await work();
  await renew(app, subscription);
  expect((await donationsOfPlan(app, id)).map(({ causeId }) => causeId)).toEqual([
    cause.id,
    cause.id,
  ]);
  const offered = (await pageOf(id)).causes.map((choice) => choice.id);
  expect(offered).toEqual(expect.arrayContaining([cause.id, open.id]));
  expect(offered).not.toContain(hidden.id);
  const choose = async (causeId: CauseId) =>
    testApp.call(changePlan, { body: { token: await aPlanToken(app, id, 'change'), causeId } });
  expect(await choose(hidden.id)).toMatchObject({ status: 409, error: { code: 'cause_not_open' } });
  expect((await choose(cause.id)).status).toBe(200);
  expect((await choose(open.id)).status).toBe(200);
  expect(await choose(cause.id)).toMatchObject({ status: 409, error: { code: 'cause_not_open' } });
});

test('they leave a closed cause, which their donors are told, and what they gave stays', async () => {
  const to = await aCause(testApp);
  const { cause, id, person } = await aRunningPlan(app);
  expect((await close(cause.id, to.id)).status).toBe(200);
  await work();
  const inbox = openInbox(testApp.config.dataDir);
  const told = await inbox.waitFor(person.email, `goes to ${to.name}`);
  expect(told.text).toContain(`We have closed the cause ${cause.name}`);
  expect(await moveOf(cause.id)).toMatchObject({ to: { id: to.id }, plans: 1 });
  const stays = await testApp.call(cancelPlanMove, { cookie, params: { id: cause.id } });
  expect(stays).toMatchObject({ status: 409, error: { code: 'cause_not_open' } });

  await timePasses(cause.id);
  await work();
  expect(await causeOf(id)).toBe(to.id);
  expect(await donationsOfPlan(app, id)).toMatchObject([{ causeId: cause.id }]);
});

test('one whose first payment was under way is booked, told, and goes on', async () => {
  const to = await aCause(testApp);
  const { cause, id, person, session } = await aPlanOnPage(app);
  await close(cause.id, to.id);
  await work();
  stripe.pay(session, 'card', {});
  await deliverAll(app);
  const inbox = openInbox(testApp.config.dataDir);
  const thanks = await inbox.waitFor(person.email, 'Thank you');
  expect(thanks.text).toContain('We closed this cause while you were paying.');
  expect(thanks.text).toContain('before the next payment, we email you which cause it goes to');
  expect(await donationsOfPlan(app, id)).toMatchObject([{ causeId: cause.id }]);
  await work();
  await inbox.waitFor(person.email, `goes to ${to.name}`);
  await timePasses(cause.id);
  await work();
  expect(await causeOf(id)).toBe(to.id);
  await work();
  expect(await moveOf(cause.id)).toBeNull();
});

test('they cannot be moved to a cause that is not open, and stay after it is opened again', async () => {
  const [to, hidden] = [await aCause(testApp), await aCause(testApp)];
  const { cause, id } = await aRunningPlan(app);
  const params = { id: cause.id };
  await testApp.call(hideCause, { cookie, params: { id: hidden.id }, body: { revision: 0 } });
  const refused = await testApp.call(movePlans, { cookie, params, body: { toCauseId: hidden.id } });
  expect(refused).toMatchObject({ status: 409, error: { code: 'cause_not_open' } });
  expect(refused.error.fields).toHaveProperty('toCauseId');
  await close(cause.id, to.id);
  await work();
  await testApp.call(openCause, { cookie, params, body: { revision: 1 } });
  expect((await testApp.call(cancelPlanMove, { cookie, params })).status).toBe(200);
  await work();
  await work();
  expect(await causeOf(id)).toBe(cause.id);
  expect(await moveOf(cause.id)).toBeNull();
});

test('a closed cause on their way is left out, which their donors and the team are told at once', async () => {
  const [between, to] = [await aCause(testApp), await aCause(testApp)];
  const { cause, id, person } = await aRunningPlan(app);
  await close(cause.id, between.id);
  await work();
  const inbox = openInbox(testApp.config.dataDir);
  await inbox.waitFor(person.email, `goes to ${between.name}`);
  await timePasses(cause.id);
  await close(between.id, to.id);
  expect(await moveOf(cause.id)).toMatchObject({ to: { id: to.id } });
  expect((await pageOf(id)).move).toMatchObject({ to: { name: to.name } });
  await work();
  await inbox.waitFor(person.email, `goes to ${to.name}`);
  expect(await causeOf(id)).toBe(cause.id);
  await timePasses(cause.id);
  await work();
  expect(await causeOf(id)).toBe(to.id);
});
