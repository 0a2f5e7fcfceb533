import { expect, test } from 'vitest';
import type { ChecklistPointId, NominationId } from '#contract/ids.ts';
import { changePoint, getNominationChecklist } from '#contract/vetting/checklists.ts';
import { getNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { giveReview, listReviews } from '#contract/vetting/reviews.ts';
import type { Role } from '#core/people/rights.ts';
import { type TeamMember, withRights } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { setGoal } from '#server/vetting/nominations/set-goal.ts';
import { undoDecision } from '#server/vetting/nominations/undo-decision.ts';
import { declareConflict } from '#server/vetting/reviews/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import { aNomination, anAdministrator, aTeamMember, signIn } from '#test/support/factories.ts';
import { fc } from '#test/support/seed.ts';
import { changeSettings } from '#test/support/settings.ts';
import { repeats } from '#test/support/tier.ts';
import {
  aBegunChecklist,
  aCheckedNomination,
  aReview,
  settlePoint,
} from '#test/support/vetting.ts';

// What several people do with one nomination at the same moment, and in any order. The embedded database does one thing
// after another, so it shows less of this than PostgreSQL.
const testApp = useTestApp();
const limitCents = 100_000;
const demand = () =>
  changeSettings(testApp, {
    vetting: { isChecklistRequired: true, reviewsAboveCents: limitCents },
  });

test('of two people who change the same point, one is told', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await aNomination(testApp);
    const [point] = await aBegunChecklist(testApp, id);
    const pointId = point?.id ?? newId<ChecklistPointId>();
    const cookies = [await signIn(testApp), await signIn(testApp)];
    const answers = await Promise.all(
      cookies.map((cookie, index) =>
        testApp.call(changePoint, {
          cookie,
          params: { id, pointId },
          body: { revision: 0, state: 'done', proof: `A call by ${index}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('point_changed');
    const { body } = await testApp.call(getNominationChecklist, {
      cookie: cookies[0] ?? '',
      params: { id },
    });
    expect(body.checklist?.points[0]?.revision).toBe(1);
  }
});

test('two recommendations at once both count, and one person’s two are versions', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await aNomination(testApp);
    const [ann, ben] = [await signIn(testApp), await signIn(testApp)];
    const give = (cookie: string, reason: string) =>
      testApp.call(giveReview, {
        cookie,
        params: { id },
        body: { hasNoConflict: true, recommendation: 'for', reason },
      });
    const answers = await Promise.all([give(ann, 'One'), give(ben, 'Two'), give(ann, 'Three')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await testApp.call(listReviews, { cookie: ann, params: { id } });
    expect(body).toMatchObject({ given: 2, hidden: 0 });
    expect(body.reviews.map(({ versions }) => versions.length).sort()).toEqual([1, 2]);
  }
});

test('a decision while a recommendation is being given: either comes first, and the rule holds', async () => {
  await demand();
  for (let round = 0; round < 8; round++) {
    const id = await aNomination(testApp);
    await aCheckedNomination(testApp, id);
    await aReview(testApp, id);
    const [ann, ben] = [await signIn(testApp), await signIn(testApp)];
    const [given, decided] = await Promise.all([
      testApp.call(giveReview, {
        cookie: ann,
        params: { id },
        body: { hasNoConflict: true, recommendation: 'against', reason: 'Not now.' },
      }),
      testApp.call(updateNomination, {
        cookie: ben,
        params: { id },
        body: { isAccepted: true, isRejected: false },
      }),
    ]);
    expect(given.status).toBe(200);
    expect([200, 409]).toContain(decided.status);
    if (decided.status === 409) expect(decided.error.code).toBe('second_review_missing');
  }
});

test('whoever loses the role in the middle of it can do nothing more, and does not count', async () => {
  await demand();
  const id = await aNomination(testApp);
  const [point] = await aBegunChecklist(testApp, id);
  const worker = await aTeamMember(testApp, 'case-worker');
  const cookie = await signIn(testApp, worker);
  await aReview(testApp, id, worker);
  await testApp.db
    .updateTable('users')
    .set({ roles: ['publisher'] })
    .where('id', '=', worker.id)
    .execute();
  expect(
    await testApp.call(changePoint, {
      cookie,
      params: { id, pointId: point?.id ?? newId<ChecklistPointId>() },
      body: { revision: 0, state: 'done', proof: 'A call' },
    }),
  ).toMatchObject({ status: 403 });
  expect(
    await testApp.call(giveReview, {
      cookie,
      params: { id },
      body: { hasNoConflict: true, recommendation: 'for', reason: 'Once more.' },
    }),
  ).toMatchObject({ status: 403 });
  const { body } = await testApp.call(listReviews, {
    cookie: await signIn(testApp),
    params: { id },
  });
  expect(body).toMatchObject({ given: 0, hidden: 1 });
});

/** One step of a walk: what somebody tries. Refusals are as good as successes. */
type Step = { who: number } & (
  | { does: 'accept' | 'reject' | 'complete' | 'undo' | 'conflict' | 'demote' | 'promote' }
  | { does: 'accept with goal' | 'goal'; cents: number | null }
  | { does: 'point'; index: number; isSettled: boolean }
  | { does: 'review' }
);

const who = fc.nat({ max: 3 });
const cents = fc.constantFrom(null, limitCents, limitCents + 1);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    who,
    does: fc.constantFrom(
      ...(['accept', 'reject', 'complete', 'undo', 'conflict', 'demote', 'promote'] as const),
    ),
  }),
  fc.record({ who, does: fc.constantFrom(...(['accept with goal', 'goal'] as const)), cents }),
  {
    weight: 3,
    arbitrary: fc.record({
      who,
      does: fc.constant('point' as const),
      index: fc.nat({ max: 3 }),
      isSettled: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ who, does: fc.constant('review' as const) }) },
);

test('no walk reaches “accepted” without its required points and recommendations', async () => {
  await demand();
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 12, maxLength: 40 }), async (walk) => {
      const id = await aNomination(testApp);
      await aBegunChecklist(testApp, id);
      const people: TeamMember[] = [];
      for (let person = 0; person < 4; person++)
        people.push(await aTeamMember(testApp, 'case-worker'));
      // What the walk knows by itself, written down in the simplest way.
      const known = {
        points: new Map<number, boolean>(),
        reviewers: new Set<number>(),
        conflicts: new Set<number>(),
        demoted: new Set<number>(),
      };
      let before = await stateOf(id);
      for (const step of walk) {
        const isDone = await tryStep(id, people, step);
        if (isDone && step.does === 'point') known.points.set(step.index, step.isSettled);
        if (isDone && step.does === 'review') known.reviewers.add(step.who);
        if (isDone && step.does === 'conflict') known.conflicts.add(step.who);
        if (step.does === 'demote') known.demoted.add(step.who);
        if (step.does === 'promote') known.demoted.delete(step.who);
        const after = await stateOf(id);
        if (after.isAccepted) {
          // The first three are required.
          expect([0, 1, 2].map((index) => known.points.get(index))).toEqual([true, true, true]);
        }
        const isNewlyLarge =
          after.isAccepted && takesTwo(after) && !(before.isAccepted && takesTwo(before));
        if (isNewlyLarge && step.does !== 'undo') {
          accepted += 1;
          const counted = [...known.reviewers].filter(
            (one) => !known.conflicts.has(one) && !known.demoted.has(one),
          );
          expect(counted.length).toBeGreaterThanOrEqual(2);
        }
        if (isDone && decisions.includes(step.does)) {
          expect(known.conflicts.has(step.who), `${step.does} despite a conflict`).toBe(false);
          expect(known.demoted.has(step.who), `${step.does} without the right`).toBe(false);
        }
        before = after;
      }
    }),
    { numRuns: repeats({ change: 8, release: 300 }), examples: [[allowed], [changedMeanwhile]] },
  );
  // The walks get somewhere.
  expect(accepted).toBeGreaterThan(0);
});

const decisions = ['accept', 'accept with goal', 'reject', 'complete', 'undo', 'goal'] as string[];
const takesTwo = ({ goalAmount }: { goalAmount: number | null }) =>
  goalAmount === null || goalAmount > limitCents;

const settleAll = [0, 1, 2].map((index) => ({
  who: 0,
  does: 'point' as const,
  index,
  isSettled: true,
}));
/** Everything that it takes, so that at least one walk gets there. */
const allowed: Step[] = [
  ...settleAll,
  { who: 0, does: 'review' },
  { who: 1, does: 'review' },
  { who: 2, does: 'accept' },
];
/** Rejected and unticked before the rejection is undone. */
const changedMeanwhile: Step[] = [
  ...allowed,
  { who: 2, does: 'reject' },
  { who: 3, does: 'point', index: 0, isSettled: false },
  { who: 2, does: 'undo' },
];

async function stateOf(id: NominationId) {
  const { body } = await testApp.call(getNomination, {
    cookie: await signIn(testApp, await watcher()),
    params: { id },
  });
  return body;
}

let watching: Promise<TeamMember> | undefined;
function watcher(): Promise<TeamMember> {
  watching ??= anAdministrator(testApp);
  return watching;
}

/** Whether it was done; a refusal is none of ours unless it is no refusal at all. */
async function tryStep(id: NominationId, people: TeamMember[], step: Step): Promise<boolean> {
  const person = people[step.who];
  if (!person) throw new Error('Nobody');
  const { db, mailer, settings } = testApp;
  const setRoles = async (role: Role) => {
    await db
      .updateTable('users')
      .set({ roles: [role] })
      .where('id', '=', person.id)
      .execute();
    people[step.who] = withRights({ ...person, roles: [role] });
  };
  const work = async () => {
    switch (step.does) {
      case 'accept':
      case 'reject':
      case 'complete':
        return changeNominationStatus(db, person, { id, action: step.does }, mailer);
      case 'accept with goal': {
        const goal = step.cents === null ? {} : { goalAmount: step.cents };
        return changeNominationStatus(db, person, { id, action: 'accept', ...goal }, mailer);
      }
      case 'goal':
        return setGoal(db, person, { id, goalAmount: step.cents }, settings);
      case 'undo': {
        const { lastDecision } = await stateOf(id);
        if (lastDecision === null) throw Object.assign(new Error(), { code: 'nothing to undo' });
        return undoDecision(db, person, { id, decisionId: lastDecision.id }, mailer);
      }
      case 'conflict':
        return declareConflict(db, person, { id, reason: '' }, settings);
      case 'review':
        return aReview(testApp, id, person, 'unsure', newId());
      case 'point': {
        const { body } = await testApp.call(getNominationChecklist, {
          cookie: await signIn(testApp, await watcher()),
          params: { id },
        });
        const point = body.checklist?.points[step.index];
        if (!point) throw new Error('No such point');
        const state = step.isSettled ? 'done' : 'in_progress';
        return settlePoint(testApp, person, id, point, { state, proof: newId() });
      }
      case 'demote':
        return setRoles('publisher');
      case 'promote':
        return setRoles('case-worker');
    }
  };
  try {
    await work();
    return true;
  } catch (error) {
    // A fault of ours has no code of the contract.
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
