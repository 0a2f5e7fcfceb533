import { describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { getNomination, updateNomination } from '#contract/vetting/nominations.ts';
import {
  type NominationAction,
  type NominationStatus,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';
import { release } from '#server/spending/allocations/release.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { endGrace } from '#test/support/decisions.ts';
import {
  aNominationThatIs,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();

/** As the specification has it, word for word. */
async function act(id: NominationId, action: NominationAction) {
  const cookie = await signIn(testApp);
  const body = {
    accept: { isAccepted: true, isRejected: false },
    reject: { isAccepted: false, isRejected: true },
    complete: { isCompleted: true },
  }[action];
  return testApp.call(updateNomination, { cookie, params: { id }, body });
}

async function statusOf(id: NominationId): Promise<NominationStatus> {
  const cookie = await signIn(testApp);
  return nominationStatus((await testApp.call(getNomination, { cookie, params: { id } })).body);
}

/** The specification's table in section 4, and everything that it does not allow (null). */
const table: Record<NominationStatus, Record<NominationAction, NominationStatus | null>> = {
  pending: { accept: 'accepted', reject: 'rejected', complete: null },
  accepted: { accept: null, reject: 'rejected', complete: 'completed' },
  rejected: { accept: 'accepted', reject: null, complete: null },
  completed: { accept: null, reject: null, complete: null },
};
const rows = Object.entries(table).flatMap(([from, actions]) =>
  Object.entries(actions).map(
    ([action, to]) =>
      [action, from, to] as [NominationAction, NominationStatus, NominationStatus | null],
  ),
);
const allowed = rows.filter(([, , to]) => to !== null);
const illegal = rows.filter(([, , to]) => to === null);

describe('an action that the table offers', () => {
  test.each(allowed)('%s a nomination that is %s: %s', async (action, from, to) => {
    const id = await aNominationThatIs(testApp, from);
    const { status, body } = await act(id, action);
    expect(status).toBe(200);
    expect(nominationStatus(body)).toBe(to);
    expect(await statusOf(id)).toBe(to);
  });

  test('completing keeps the nomination accepted', async () => {
    const id = await aNominationThatIs(testApp, 'accepted');
    expect((await act(id, 'complete')).body).toMatchObject({
      isAccepted: true,
      isRejected: false,
      isCompleted: true,
    });
  });
});

describe('any other action changes nothing', () => {
  const participle = { accept: 'accepted', reject: 'rejected', complete: 'completed' };

  test.each(illegal)('%s a nomination that is %s', async (action, from) => {
    const person = aPerson();
    const id = await aNominationThatIs(testApp, from, { person });
    const before = await countJobs(person.email);
    expect(before).toBeGreaterThan(0);
    const answer = await act(id, action);
    recordFigures('A36', { 'steps skipped': 1, refused: Number(answer.status === 409) });
    expect(answer).toMatchObject({ status: 409, error: { code: 'illegal_status_change' } });
    expect(answer.error.message).toBe(
      `This nomination is ${from}, so it cannot be ${participle[action]}.`,
    );
    expect(await statusOf(id)).toBe(from);
    expect(await countJobs(person.email)).toBe(before);
  });

  /** How many mails to somebody were ever queued. */
  async function countJobs(address: string): Promise<number> {
    const jobs = await testApp.boss.findJobs('mail', { data: { to: address } });
    return jobs.length;
  }
});

describe('a nomination with allocated money', () => {
  test('cannot be rejected until the money is released', async () => {
    const { donationId, nominationId } = await aPair(testApp);
    const id = await anAllocation(testApp, { donationId, nominationId, amount: 1_234 });
    const answer = await act(nominationId, 'reject');
    expect(answer).toMatchObject({ status: 409, error: { code: 'nomination_holds_money' } });
    expect(answer.error.message).toContain('$12.34 is allocated');
    expect(await statusOf(nominationId)).toBe('accepted');

    const actor = await anAdministrator(testApp);
    await release(testApp.db, actor, { id, reason: 'Not needed any more' }, null);
    expect((await act(nominationId, 'reject')).status).toBe(200);
  });

  test('can be completed', async () => {
    const { donationId, nominationId } = await aPair(testApp);
    await anAllocation(testApp, { donationId, nominationId, amount: 100 });
    expect((await act(nominationId, 'complete')).body.allocatedAmount).toBe(100);
  });
});

describe('the nominator is emailed', () => {
  test.each([
    ['accept', 'pending', 'Test: Your nomination of Maria Lopez was accepted', 'Dear Grace,'],
    ['reject', 'pending', 'Test: Your nomination was not accepted', 'Hello,'],
    ['complete', 'accepted', 'Test: Your nomination of Maria Lopez is completed', 'Dear Grace,'],
  ] as const)('after %s', async (action, from, subject, greeting) => {
    const person = aPerson();
    const id = await aNominationThatIs(testApp, from, { person });
    await act(id, action);
    await endGrace(testApp);
    const mail = await testApp.inbox.waitFor(person.email, subject);
    expect(mail.subject).toBe(subject);
    expect(mail.replyTo?.[0]?.address).toBe(teamEmail);
    expect(mail.text).toContain(greeting);
  });
});

describe('a body with none of the three actions', () => {
  test.each([
    {},
    { isAccepted: false },
    { isAccepted: false, isRejected: false },
    { isAccepted: true, isRejected: true },
    { isCompleted: false },
    { isCompleted: true, isAccepted: true },
    { isAccepted: 'true' },
    { isAccepted: 1 },
  ])('%o', async (body) => {
    const id = await aNominationThatIs(testApp, 'accepted');
    const cookie = await signIn(testApp);
    const answer = await testApp.call(updateNomination, {
      cookie,
      params: { id },
      body: body as object,
    });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(await statusOf(id)).toBe('accepted');
  });
});
