import { expect, test } from 'vitest';
import type { CauseId } from '#contract/ids.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { sumCents } from '#core/money.ts';
import { releaseLeftovers, undoExpense } from '#server/spending/expenses/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
} from '#test/support/factories.ts';
import { aExpense } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';

const testApp = useTestApp();

const empty = { given: 0, waiting: 0, allocated: 0, spent: 0, returned: 0, uncovered: 0 };

/** What everyone sees, after checking that every figure adds up. */
async function impact() {
  const { status, body } = await testApp.call(getImpact);
  expect(status).toBe(200);
  const { causes, ...all } = body;
  for (const places of [all, ...causes]) {
    const { given, waiting, allocated, spent, returned, uncovered } = places;
    expect(waiting + allocated + spent + returned - uncovered).toBe(given);
    expect(Math.min(waiting, allocated, spent, returned, uncovered)).toBeGreaterThanOrEqual(0);
  }
  for (const place of Object.keys(empty) as (keyof typeof empty)[]) {
    expect(sumCents(causes.map((cause) => cause[place]))).toBe(all[place]);
  }
  return body;
}

async function impactOf(causeId: CauseId) {
  const { causes } = await impact();
  const { id: _, name: __, ...places } = causes.find(({ id }) => id === causeId) ?? {};
  return places;
}

test('every cent is in one place, whatever happens to it', async () => {
  const { id: causeId } = await aCause(testApp);
  expect(await impactOf(causeId)).toEqual(empty);

  const first = await aDonation(testApp, { causeId, amount: 10_001 });
  const second = await aDonation(testApp, { causeId, amount: 4_999 });
  await aDonation(testApp, { amount: 777 });
  expect(await impactOf(causeId)).toEqual({ ...empty, given: 15_000, waiting: 15_000 });

  const nominationId = await anAcceptedNomination(testApp, { causeId });
  await anAllocation(testApp, { donationId: first, nominationId, amount: 9_000 });
  await anAllocation(testApp, { donationId: second, nominationId, amount: 1_000 });
  const expenseId = await aExpense(testApp, { nominationId, amount: 9_333 });
  const places = { ...empty, given: 15_000, waiting: 5_000, allocated: 667, spent: 9_333 };
  expect(await impactOf(causeId)).toEqual(places);

  await tellReturn(testApp, second, { kind: 'refund', amountCents: 999 });
  expect(await impactOf(causeId)).toEqual({ ...places, waiting: 4_001, returned: 999 });

  // Of the first donation, only 1,001 cents are left to take back.
  const dispute = { kind: 'dispute', disputeId: 'dp_impact', amountCents: 10_001 } as const;
  await tellReturn(testApp, first, dispute);
  const taken = { ...places, waiting: 3_000, returned: 11_000, uncovered: 9_000 };
  expect(await impactOf(causeId)).toEqual(taken);
  await tellReturn(testApp, first, { ...dispute, status: 'won', reinstatedCents: 10_001 });
  expect(await impactOf(causeId)).toEqual({ ...places, waiting: 4_001, returned: 999 });

  const actor = await anAdministrator(testApp);
  await undoExpense(testApp.db, actor, { id: expenseId, reason: 'Entered twice.' }, null);
  await releaseLeftovers(testApp.db, actor, { nominationId, reason: 'Not needed.' }, null);
  expect(await impactOf(causeId)).toEqual({
    ...empty,
    given: 15_000,
    waiting: 14_001,
    returned: 999,
  });
});

test('a donation split into many parts over many needs adds up', async () => {
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { causeId, amount: 10_000 });
  let spent = 0;
  for (const amount of [1, 333, 334, 3_333, 5_999]) {
    const nominationId = await anAcceptedNomination(testApp, { causeId });
    await anAllocation(testApp, { donationId, nominationId, amount });
    await aExpense(testApp, { nominationId, amount: Math.ceil(amount / 3) });
    spent += Math.ceil(amount / 3);
  }
  expect(await impactOf(causeId)).toEqual({
    ...empty,
    given: 10_000,
    allocated: 10_000 - spent,
    spent,
  });
});
