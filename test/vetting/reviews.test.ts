import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { createAllocation, createAllocations } from '#contract/spending/allocations.ts';
import { setGoal, undoDecision, updateNomination } from '#contract/vetting/nominations.ts';
import {
  declareConflict,
  giveReview,
  liftConflict,
  listReviews,
} from '#contract/vetting/reviews.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { getNominationChecklist } from '#server/vetting/checklists/queries.ts';
import { useTestApp } from '#test/support/app.ts';
import { decide } from '#test/support/decisions.ts';
import {
  aDonation,
  aNomination,
  anAdministrator,
  aPair,
  aTeamMember,
  logIn,
  signIn,
} from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTrackedNomination } from '#test/support/tracking.ts';
import { trail } from '#test/support/trail.ts';
import { aBegunChecklist, aReview, settlePoint } from '#test/support/vetting.ts';

const testApp = useTestApp();

const vetting = { isChecklistRequired: false, reviewsAboveCents: null };
const needReviewsAbove = (reviewsAboveCents: number) =>
  changeSettings(testApp, { vetting: { ...vetting, reviewsAboveCents } });
afterEach(() => changeSettings(testApp, { vetting }));

async function read(id: NominationId, reader?: TeamMember) {
  const cookie = await signIn(testApp, reader);
  return (await testApp.call(listReviews, { cookie, params: { id } })).body;
}

async function accept(id: NominationId, by?: TeamMember, goalAmount?: number) {
  const body = { isAccepted: true, isRejected: false, ...(goalAmount && { goalAmount }) };
  return testApp.call(updateNomination, {
    cookie: await signIn(testApp, by),
    params: { id },
    body,
  });
}

describe('a recommendation', () => {
  test('is hidden from colleagues until they have given theirs', async () => {
    const id = await aNomination(testApp);
    const [ann, ben] = [await aTeamMember(testApp, 'case-worker'), await anAdministrator(testApp)];
    const mine = await aReview(testApp, id, ann, 'against', 'MARKED-REASON');
    expect(mine).toMatchObject({ given: 1, hidden: 0, reviews: [{ isOwn: true, counts: true }] });
    expect(await read(id, ben)).toMatchObject({ given: 1, hidden: 1, reviews: [] });
    expect(JSON.stringify(await read(id, ben))).not.toMatch(/MARKED|Hopper|against/);
    // Not in the trail either, which an owner reads.
    expect(JSON.stringify(await trail(testApp, { subjectId: id }))).not.toMatch(/MARKED|gainst/);
    await aReview(testApp, id, ben, 'for');
    for (const reader of [ann, ben]) {
      const { reviews, hidden } = await read(id, reader);
      expect([reviews.length, hidden]).toEqual([2, 0]);
    }
    // An auditor recommends nothing, so nothing influences them.
    const auditor = await aTeamMember(testApp, 'auditor');
    expect(await read(id, auditor)).toMatchObject({ mayReview: false, mayDeclare: false });
  });

  test('takes the declaration that there is no conflict of interest', async () => {
    const id = await aNomination(testApp);
    const cookie = await signIn(testApp);
    const body = { recommendation: 'for', reason: 'I know the street.' };
    const call = (more: object) =>
      testApp.call(giveReview, { cookie, params: { id }, body: { ...body, ...more } as never });
    expect(await call({})).toMatchObject({ status: 400 });
    expect(await call({ hasNoConflict: false })).toMatchObject({ status: 400 });
    expect((await call({ hasNoConflict: true })).body).toMatchObject({ given: 1 });
  });

  test('can be changed until the decision, and every version stays', async () => {
    const id = await aNomination(testApp);
    const ann = await anAdministrator(testApp);
    await aReview(testApp, id, ann, 'unsure');
    await aReview(testApp, id, ann, 'for', 'Now I know.');
    // Pressed twice.
    const { reviews, given } = await aReview(testApp, id, ann, 'for', 'Now I know.');
    expect(given).toBe(1);
    expect(reviews[0]?.versions).toMatchObject([
      { version: 2, recommendation: 'for', reason: 'Now I know.' },
      { version: 1, recommendation: 'unsure' },
    ]);
    await decide(testApp, id, 'accept');
    await expect(aReview(testApp, id, ann, 'against')).rejects.toMatchObject({
      code: 'nomination_decided',
    });
    expect(await read(id, ann)).toMatchObject({ mayReview: false });
    await expect(
      sql`update reviews set recommendation = 'for'`.execute(testApp.db),
    ).rejects.toThrow('a recommendation is never changed');
  });
});

describe('a goal above the limit', () => {
  test('takes two recommendations before it is accepted', async () => {
    await needReviewsAbove(100_000);
    const id = await aNomination(testApp);
    expect(await accept(id, undefined, 100_001)).toMatchObject({
      status: 409,
      error: {
        code: 'second_review_missing',
        message:
          'More than $1,000.00 for a nomination takes the recommendations of 2 people first, and nobody has given one.',
      },
    });
    await aReview(testApp, id, undefined, 'against');
    expect(await accept(id, undefined, 100_001)).toMatchObject({
      error: { message: expect.stringContaining('only one has given one') },
    });
    // Without a goal, it could receive any sum.
    expect(await accept(id)).toMatchObject({ error: { code: 'second_review_missing' } });
    await aReview(testApp, id, undefined, 'unsure');
    expect((await accept(id, undefined, 100_001)).status).toBe(200);
  });

  test('is not reached in two steps either', async () => {
    await needReviewsAbove(100_000);
    const id = await aNomination(testApp);
    expect((await accept(id, undefined, 100_000)).status).toBe(200);
    const cookie = await signIn(testApp);
    const set = (goalAmount: number | null) =>
      testApp.call(setGoal, { cookie, params: { id }, body: { goalAmount } });
    expect(await set(100_001)).toMatchObject({ error: { code: 'second_review_missing' } });
    expect(await set(null)).toMatchObject({ error: { code: 'second_review_missing' } });
    expect((await set(90_000)).status).toBe(200);
    // An accepted nomination gets the recommendations that a higher goal takes, and they stay as they are.
    const ann = await anAdministrator(testApp);
    await aReview(testApp, id, ann);
    await expect(aReview(testApp, id, ann, 'against')).rejects.toMatchObject({
      code: 'nomination_decided',
    });
    await aReview(testApp, id);
    expect((await set(100_001)).status).toBe(200);
  });

  test('is not reached by money beyond a lower one either', async () => {
    const { causeId, donationId, nominationId } = await aPair(testApp, 200_000);
    const cookie = await signIn(testApp);
    const params = { id: nominationId };
    await testApp.call(setGoal, { cookie, params, body: { goalAmount: 100_000 } });
    await needReviewsAbove(100_000);
    const allocate = (amount: number) =>
      testApp.call(createAllocation, {
        cookie,
        body: { amount, donationId, nominationId, isBeyondGoalMeant: true },
      });
    const other = await aDonation(testApp, { causeId, amount: 100 });
    const allocateMany = () =>
      testApp.call(createAllocations, {
        cookie,
        params,
        body: {
          lines: [
            { donationId, amount: 100_000 },
            { donationId: other, amount: 1 },
          ],
          isBeyondGoalMeant: true,
        },
      });
    const refused = { status: 409, error: { code: 'second_review_missing' } };
    expect(await allocate(100_001)).toMatchObject(refused);
    expect(await allocateMany()).toMatchObject(refused);
    await aReview(testApp, nominationId);
    await aReview(testApp, nominationId);
    expect((await allocateMany()).status).toBe(201);
    expect((await allocate(1)).status).toBe(201);
  });

  test('needs nobody to be rejected, and a charity that has no limit needs nobody at all', async () => {
    const [one, other] = [await aNomination(testApp), await aNomination(testApp)];
    expect((await accept(one)).status).toBe(200);
    await needReviewsAbove(0);
    expect((await decide(testApp, other, 'reject')).status).toBe(200);
  });

  test('does not count whom a role was taken from, nor who has a conflict of interest since', async () => {
    await needReviewsAbove(0);
    const id = await aNomination(testApp);
    const [ann, ben, cleo] = [
      await aTeamMember(testApp, 'case-worker'),
      await aTeamMember(testApp, 'case-worker'),
      await aTeamMember(testApp, 'case-worker'),
    ];
    for (const person of [ann, ben, cleo]) await aReview(testApp, id, person);
    await testApp.db
      .updateTable('users')
      .set({ roles: ['viewer'] })
      .where('id', '=', ann.id)
      .execute();
    const cookie = await signIn(testApp, ben);
    await testApp.call(declareConflict, { cookie, params: { id }, body: { reason: '' } });
    expect(await accept(id)).toMatchObject({ error: { code: 'second_review_missing' } });
    const { reviews } = await read(id, cleo);
    expect(reviews.map(({ counts }) => counts).sort()).toEqual([false, false, true]);
    await aReview(testApp, id);
    expect((await accept(id)).status).toBe(200);
  });
});

describe('a conflict of interest', () => {
  test('excludes from checking, recommending, and every decision, with or without a limit', async () => {
    const id = await aNomination(testApp);
    const [point] = await aBegunChecklist(testApp, id);
    const ann = await anAdministrator(testApp);
    const cookie = await logIn(testApp, ann);
    const declare = () =>
      testApp.call(declareConflict, { cookie, params: { id }, body: { reason: 'My cousin' } });
    expect((await declare()).body).toMatchObject({
      conflicts: [{ userId: ann.id, person: 'Grace Hopper', isOwn: true, reason: 'My cousin' }],
      mayReview: false,
      mayDeclare: false,
    });
    await declare();
    const declared = await trail(testApp, { subjectId: id });
    expect(declared.filter(({ action }) => action === 'nomination.conflict_declared')).toHaveLength(
      1,
    );
    const refused = { code: 'conflict_of_interest' };
    await expect(aReview(testApp, id, ann)).rejects.toMatchObject(refused);
    if (!point) throw new Error('No point');
    await expect(settlePoint(testApp, ann, id, point)).rejects.toMatchObject(refused);
    expect(await accept(id, ann)).toMatchObject({ error: refused });
    const { body } = await accept(id);
    const goal = { cookie, params: { id }, body: { goalAmount: 5_000 } };
    expect(await testApp.call(setGoal, goal)).toMatchObject({ error: refused });
    const decisionId = body.lastDecision?.id;
    if (!decisionId) throw new Error('Not undoable');
    expect(
      await testApp.call(undoDecision, { cookie, params: { id }, body: { decisionId } }),
    ).toMatchObject({ error: refused });
  });

  test('takes back what was checked, as what was recommended does not count', async () => {
    const id = await aNomination(testApp);
    const points = await aBegunChecklist(testApp, id);
    const ann = await anAdministrator(testApp);
    for (const point of points) await settlePoint(testApp, ann, id, point);
    const cookie = await logIn(testApp, ann);
    await testApp.call(declareConflict, { cookie, params: { id }, body: { reason: 'My cousin' } });
    const { checklist } = await getNominationChecklist(testApp.db, id, testApp.settings);
    expect(new Set(checklist?.points.map(({ state }) => state))).toEqual(new Set(['in_progress']));
    const { vetting } = await testApp.settings.read(testApp.db);
    await changeSettings(testApp, { vetting: { ...vetting, isChecklistRequired: true } });
    expect(await accept(id)).toMatchObject({ error: { code: 'check_missing' } });
    await changeSettings(testApp, { vetting });
  });

  test('is no way to look at what others recommend', async () => {
    const id = await aNomination(testApp);
    await aReview(testApp, id);
    await aReview(testApp, id);
    const ann = await anAdministrator(testApp);
    const cookie = await signIn(testApp, ann);
    const { body } = await testApp.call(declareConflict, {
      cookie,
      params: { id },
      body: { reason: '' },
    });
    expect(body).toMatchObject({ reviews: [], hidden: 2 });
  });

  test('is taken back by a colleague only', async () => {
    const id = await aNomination(testApp);
    const ann = await anAdministrator(testApp);
    const cookie = await logIn(testApp, ann);
    await testApp.call(declareConflict, { cookie, params: { id }, body: { reason: '' } });
    const params = { id, userId: ann.id };
    expect(await testApp.call(liftConflict, { cookie, params })).toMatchObject({
      status: 409,
      error: { code: 'conflict_of_interest' },
    });
    const colleague = await logIn(testApp);
    expect((await testApp.call(liftConflict, { cookie: colleague, params })).body).toMatchObject({
      conflicts: [],
    });
    expect((await testApp.call(liftConflict, { cookie: colleague, params })).status).toBe(404);
    expect((await accept(id, ann)).status).toBe(200);
  });
});

describe('the desk', () => {
  const desk = async (person: TeamMember) =>
    (await testApp.call(getDesk, { cookie: await signIn(testApp, person) })).body.reviews;

  test('shows what waits for the recommendation of its reader', async () => {
    const ann = await aTeamMember(testApp, 'case-worker');
    await needReviewsAbove(50_000);
    const large = (await aTrackedNomination(testApp, { neededAmount: 50_001 })).id;
    const small = (await aTrackedNomination(testApp, { neededAmount: 50_000 })).id;
    const open = (await aTrackedNomination(testApp)).id;
    const names = async () => {
      // Others of this file wait, too.
      const { rows } = await sql<{ id: NominationId }>`select id from nominations
        where id in (${large}, ${small}, ${open})`.execute(testApp.db);
      const waiting = await desk(ann);
      const all = new Set(waiting?.oldest.map(({ id }) => id));
      return { count: waiting?.count ?? 0, named: rows.filter(({ id }) => all.has(id)).length };
    };
    const before = await names();
    await aReview(testApp, large, ann);
    expect((await names()).count).toBe(before.count - 1);
    const cookie = await signIn(testApp, ann);
    await testApp.call(declareConflict, { cookie, params: { id: open }, body: { reason: '' } });
    expect((await names()).count).toBe(before.count - 2);
    // The small one has never waited.
    await aReview(testApp, small, ann);
    expect((await names()).count).toBe(before.count - 2);
    expect(await desk(await aTeamMember(testApp, 'treasurer'))).toBeNull();
    await changeSettings(testApp, { vetting });
    expect(await desk(ann)).toEqual({ count: 0, oldestAt: null, oldest: [] });
  });
});
