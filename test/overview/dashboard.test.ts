import { expect, test } from 'vitest';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { getDashboard } from '#contract/overview/dashboard.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCheckout, aDonation, aNomination, signIn } from '#test/support/factories.ts';

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

test('does not count a checkout that nobody paid', async () => {
  const before = await counts();
  await aCheckout(testApp);
  expect(await counts()).toEqual(before);
});
