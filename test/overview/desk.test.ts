import { beforeEach, expect, test } from 'vitest';
import type { ConsentCorrectionId } from '#contract/ids.ts';
import { type Desk, getDesk } from '#contract/overview/desk.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { listNominations, setGoal } from '#contract/vetting/nominations.ts';
import { sendAppeal } from '#contract/vetting/tracking-page.ts';
import type { Role } from '#core/people/rights.ts';
import { nominationStatuses } from '#core/vetting/nomination-status.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNomination,
  aNominationThatIs,
  anAcceptedNomination,
  anAllocation,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { anAppealable } from '#test/support/tracking.ts';
import { paths } from '#web/admin/client/paths.ts';

const testApp = useTestApp();
let cookie: string;
beforeEach(async () => {
  cookie = await signIn(testApp);
});

const read = async (as = cookie): Promise<Desk> =>
  (await testApp.call(getDesk, { cookie: as })).body;
const readAs = async (...roles: Role[]) =>
  read(await signIn(testApp, await aTeamMember(testApp, ...roles)));

test('shows each role only what is their work', async () => {
  const shown = async (...roles: Role[]) =>
    Object.entries(await readAs(...roles))
      .filter(([, part]) => part !== null)
      .map(([name]) => name);
  expect(await shown('viewer')).toEqual([]);
  expect(await shown('auditor')).toEqual([]);
  expect(await shown('publisher')).toEqual(['proof', 'comments']);
  expect(await shown('case-worker')).toEqual([
    'nominations',
    'answers',
    'reviews',
    'appeals',
    'consents',
    'money',
    'proof',
  ]);
  expect(await shown('treasurer')).toEqual([
    'money',
    'proof',
    'approvals',
    'volunteers',
    'hours',
    'deposits',
    'bankLines',
    'mail',
    'payments',
    'failures',
    'plans',
    'claims',
  ]);
  expect(await shown('owner')).toHaveLength(18);
});

test('counts nominations until they are decided', async () => {
  const before = (await read()).nominations?.count ?? 0;
  await aNomination(testApp);
  await anAcceptedNomination(testApp);
  const { nominations } = await read();
  expect(nominations).toMatchObject({ count: before + 1, oldestAt: expect.any(String) });
});

test('shows money of a cause while a need could get it', async () => {
  const { id: causeId } = await aCause(testApp);
  const ofCause = async () => (await read()).money?.find(({ cause }) => cause.id === causeId);
  const donationId = await aDonation(testApp, { causeId, amount: 5_000 });
  expect(await ofCause()).toBeUndefined();
  const id = await anAcceptedNomination(testApp, { causeId });
  expect(await ofCause()).toMatchObject({ amount: 5_000, needs: 1, missingAmount: 0 });
  await testApp.call(setGoal, { cookie, params: { id }, body: { goalAmount: 3_000 } });
  expect(await ofCause()).toMatchObject({ needs: 1, missingAmount: 3_000 });
  await anAllocation(testApp, { amount: 1_000, donationId, nominationId: id });
  expect(await ofCause()).toMatchObject({ amount: 4_000, missingAmount: 2_000 });
  await anAllocation(testApp, { amount: 2_000, donationId, nominationId: id });
  expect(await ofCause()).toBeUndefined();
});

test('counts what others ask for, but not what one asked for oneself', async () => {
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { causeId, amount: 5_000 });
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  const worker = await signIn(testApp, await aTeamMember(testApp, 'case-worker'));
  await changeSettings(testApp, {});
  const body = { amount: 100, donationId, nominationId };
  expect((await testApp.call(createAllocation, { cookie: worker, body })).status).toBe(202);
  expect((await readAs('treasurer')).approvals).toMatchObject({ count: 1 });
  expect((await read(worker)).approvals).toBeNull();
});

test('counts nominations as the list shows them that it leads to', async () => {
  const completed = await aNominationThatIs(testApp, 'completed');
  const rejected = await aNominationThatIs(testApp, 'rejected');
  for (const id of [await aNomination(testApp), rejected, completed]) {
    const correction = { id: newId<ConsentCorrectionId>(), nominationId: id, text: 'My name' };
    await testApp.db.insertInto('consentCorrections').values(correction).execute();
    await testApp.db
      .updateTable('nominations')
      .set({ unreadAnswerSince: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
  }
  await anAppealable(testApp);
  const appealed = await anAppealable(testApp);
  const appeal = { token: appealed.token, text: 'Please', papers: [] };
  await testApp.call(sendAppeal, { body: appeal });
  const listed = async (path: string) => {
    const { searchParams } = new URL(path, 'http://localhost');
    // The filters of the page, of which the first two are on at first.
    const isOn = (status: string, isDefault: boolean) =>
      (searchParams.get(status) ?? String(isDefault)) === 'true';
    const query = {
      status: nominationStatuses
        .filter((one) => isOn(one, ['pending', 'accepted'].includes(one)))
        .join(','),
      ...(searchParams.has('answers') && { hasUnreadAnswer: 'true' as const }),
      ...(searchParams.has('waitsFor') && { waitsFor: searchParams.get('waitsFor') as 'consent' }),
    };
    return (await testApp.call(listNominations, { cookie, query })).body.length;
  };
  const desk = await read();
  expect(desk).toMatchObject({ consents: 3, answers: { count: 3 }, appeals: { count: 1 } });
  expect(await listed(paths.undecided)).toBe(desk.nominations?.count);
  expect(await listed(paths.unreadAnswers)).toBe(3);
  expect(await listed(paths.appealed)).toBe(1);
  expect(await listed(paths.consentWaits)).toBe(3);
});
