import { expect, test } from 'vitest';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { getDashboard } from '#contract/overview/dashboard.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import {
  aCheckout,
  aDonation,
  aNomination,
  anAllocation,
  aPair,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { aExpense } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';

const testApp = useTestApp();
const minute = 60_000;
const sevenDays = 7 * 24 * 60 * minute;

async function moveBack(
  table: 'donations' | 'nominations',
  id: DonationId | NominationId,
  milliseconds: number,
) {
  await testApp.db
    .updateTable(table)
    // According to the types, the application never changes this column.
    .set({ createdAt: new Date(Date.now() - milliseconds).toISOString() } as never)
    .where('id', '=', anyId(id))
    .execute();
}

async function counts() {
  const { body } = await testApp.call(getDashboard, { cookie: await signIn(testApp) });
  return body;
}

test('counts donations and nominations up to exactly seven days old', async () => {
  const before = await counts();
  await moveBack('donations', await aDonation(testApp), 0);
  await moveBack('donations', await aDonation(testApp), sevenDays - minute);
  await moveBack('donations', await aDonation(testApp), sevenDays + minute);
  await moveBack('nominations', await aNomination(testApp), sevenDays - minute);
  await moveBack('nominations', await aNomination(testApp), sevenDays + minute);
  expect(await counts()).toMatchObject({
    donationsLast7Days: before.donationsLast7Days + 2,
    nominationsLast7Days: before.nominationsLast7Days + 1,
  });
});

test('shows where all money is, to the cent as the public reads it, and at the bank', async () => {
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
  const read = async () => (await testApp.call(getDashboard, { cookie })).body;
  const { causeId, donationId, nominationId } = await aPair(testApp);
  await anAllocation(testApp, { amount: 1_201, donationId, nominationId });
  await aExpense(testApp, { nominationId, amount: 333 });
  const returned = await aDonation(testApp, { causeId, amount: 777 });
  await tellReturn(testApp, returned, { amountCents: 77 });
  const { money, bank } = await read();
  expect((await testApp.call(getImpact)).body).toMatchObject(money);
  expect(money).toMatchObject({ returned: 77, allocated: 868, spent: 333 });
  expect(money.given - money.returned).toBe(money.waiting + money.allocated + money.spent);

  expect(bank).toBeNull();
  const { anAccount, send } = bankCalls(testApp);
  for (const [openingCents, day] of [
    [10_050, '2026-01-31'],
    [200, '2026-01-15'],
  ] as const) {
    const account = anAccountNumber();
    const { id } = await anAccount(account);
    const story = { account, openingCents, firstDay: '2026-01-01', lastDay: day };
    await send(id, camt({ ...story, lines: [{ day, cents: 1 }] }));
  }
  expect((await read()).bank).toEqual({ cents: 10_252, day: '2026-01-15' });
});

test('does not count a checkout that nobody paid', async () => {
  const before = await counts();
  await aCheckout(testApp);
  expect(await counts()).toEqual(before);
});
