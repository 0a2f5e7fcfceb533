import { describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { listNominations, setGoal, updateNomination } from '#contract/vetting/nominations.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { decide, undo } from '#test/support/decisions.ts';
import {
  aNomination,
  aNominationThatIs,
  anAcceptedNomination,
  signIn,
} from '#test/support/factories.ts';
import { trail } from '#test/support/trail.ts';

const testApp = useTestApp();

async function setGoalTo(id: NominationId, goalAmount: number | null) {
  const cookie = await signIn(testApp);
  return testApp.call(setGoal, { cookie, params: { id }, body: { goalAmount } });
}
async function acceptWithGoal(id: NominationId, goalAmount: number) {
  const cookie = await signIn(testApp);
  const body = { isAccepted: true, isRejected: false, goalAmount };
  return testApp.call(updateNomination, { cookie, params: { id }, body });
}
const goalsIn = async (id: NominationId) =>
  (await trail(testApp, { subjectId: id, action: 'nomination.goal_set' })).map(
    ({ changes }) => changes,
  );

describe('the goal of an accepted nomination', () => {
  test('is set, changed, and removed, and the audit trail has what it was and is', async () => {
    const id = await anAcceptedNomination(testApp);
    expect((await setGoalTo(id, 50_000)).body).toMatchObject({ id, goalAmount: 50_000 });
    expect((await setGoalTo(id, 60_000)).body).toMatchObject({ id, goalAmount: 60_000 });
    // No change, no entry.
    await setGoalTo(id, 60_000);
    const { body } = await testApp.call(listNominations, {
      cookie: await signIn(testApp),
      query: { id },
    });
    expect(body).toMatchObject([{ goalAmount: 60_000 }]);
    expect((await setGoalTo(id, null)).body).toMatchObject({ id, goalAmount: null });
    expect(await goalsIn(id)).toEqual([
      [{ field: 'Goal', before: '$600.00', after: null }],
      [{ field: 'Goal', before: '$500.00', after: '$600.00' }],
      [{ field: 'Goal', before: null, after: '$500.00' }],
    ]);
  });

  test.each([0, -1, 1.5, 100_000_000, '500'])('is never %s', async (goalAmount) => {
    const id = await anAcceptedNomination(testApp);
    expect(await setGoalTo(id, goalAmount as number)).toMatchObject({
      status: 400,
      error: { code: 'invalid_input', fields: { goalAmount: expect.any(String) } },
    });
  });

  test.each(['pending', 'rejected', 'completed'] as const)(
    'is the only one: a nomination that is %s gets none',
    async (status) => {
      expect(await setGoalTo(await aNominationThatIs(testApp, status), 50_000)).toMatchObject({
        status: 409,
        error: { code: 'nomination_cannot_receive' },
      });
    },
  );

  test('of an unknown nomination: 404', async () => {
    expect((await setGoalTo(newId(), 50_000)).status).toBe(404);
  });
});

describe('accepting with a goal', () => {
  test('sets it, and an undo removes it', async () => {
    const id = await aNomination(testApp);
    expect((await acceptWithGoal(id, 50_000)).body).toMatchObject({
      isAccepted: true,
      goalAmount: 50_000,
    });
    await setGoalTo(id, 70_000);
    expect((await undo(testApp, id)).body).toMatchObject({ isAccepted: false, goalAmount: null });
    expect((await goalsIn(id))[0]).toEqual([{ field: 'Goal', before: '$700.00', after: null }]);
  });

  test('again after a rejection keeps the goal from before unless it is changed', async () => {
    const id = await aNomination(testApp);
    await acceptWithGoal(id, 50_000);
    await decide(testApp, id, 'reject');
    expect((await decide(testApp, id, 'accept')).body).toMatchObject({ goalAmount: 50_000 });
    await decide(testApp, id, 'reject');
    await acceptWithGoal(id, 50_000);
    // No change, no entry.
    expect(await goalsIn(id)).toHaveLength(1);
    await decide(testApp, id, 'reject');
    expect((await acceptWithGoal(id, 30_000)).body).toMatchObject({ goalAmount: 30_000 });
    expect((await undo(testApp, id)).body).toMatchObject({ isRejected: true, goalAmount: 50_000 });
  });

  test('undoing a rejection leaves the goal alone', async () => {
    const id = await aNomination(testApp);
    await acceptWithGoal(id, 50_000);
    await decide(testApp, id, 'reject');
    expect((await undo(testApp, id)).body).toMatchObject({ isAccepted: true, goalAmount: 50_000 });
  });
});
