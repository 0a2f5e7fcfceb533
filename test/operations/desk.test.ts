import { beforeEach, expect, test } from 'vitest';
import { type Desk, getDesk } from '#contract/operations/desk.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import { setGoal } from '#contract/vetting/nominations.ts';
import type { Role } from '#core/rights.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNomination,
  anAcceptedNomination,
  anAllocation,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

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
  expect(await shown('publisher')).toEqual(['proof']);
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
    'mail',
    'payments',
    'failures',
  ]);
  expect(await shown('owner')).toHaveLength(13);
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
