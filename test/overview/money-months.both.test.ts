import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listMoneyMonths, type MoneyMonth } from '#contract/overview/money-months.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { releaseAllocation } from '#contract/spending/allocations.ts';
import { isoMonthOf, lastMonths } from '#core/platform/months.ts';
import { listMoneyMonths as readMonths } from '#server/overview/money-months/queries.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAllocation,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { aExpense, aReceipt, publishNeed } from '#test/support/proof.ts';
import { tellReturn } from '#test/support/return-commands.ts';

const testApp = useTestApp();

const sumOf = (months: MoneyMonth[], of: Exclude<keyof MoneyMonth, 'month'>) =>
  months.reduce((sum, month) => sum + month[of], 0);

class Undo extends Error {}

/** What the months would be if every entry of a donation had been made at one moment, which the ledger refuses. */
async function ifMade(donationId: string, moment: string, look: (trx: Trx) => Promise<void>) {
  const undone = testApp.db.transaction().execute(async (trx) => {
    await sql`alter table ledger_entries disable trigger ledger_entries_append_only`.execute(trx);
    await sql`update ledger_entries set created_at = ${moment} where donation_id = ${donationId}`.execute(
      trx,
    );
    await look(trx);
    throw new Undo();
  });
  await expect(undone).rejects.toThrow(Undo);
}

test('all months together are what the totals say, whatever happened to the money', async () => {
  const cookie = await signIn(testApp);
  const { id: causeId } = await aCause(testApp);
  const nominationId = await anAcceptedNomination(testApp, { causeId });
  const [first, second, third] = [
    await aDonation(testApp, { causeId, amount: 10_001 }),
    await aDonation(testApp, { causeId, amount: 4_999 }),
    await aDonation(testApp, { causeId, amount: 300 }),
  ];
  await anAllocation(testApp, { amount: 9_000, donationId: first, nominationId });
  const id = await anAllocation(testApp, { amount: 2_000, donationId: second, nominationId });
  const body = { reason: 'A mistake' };
  await testApp.call(releaseAllocation, { cookie, params: { id }, body });
  await tellReturn(testApp, third, { amountCents: 300 });
  await publishNeed(testApp, nominationId);
  const receiptId = await aReceipt(testApp, nominationId);
  await aExpense(testApp, { nominationId, amount: 3_333, receiptIds: [receiptId] });
  await aExpense(testApp, { nominationId, amount: 1_111 });
  await testApp.db
    .updateTable('files')
    .set({ isPublished: true })
    .where('id', '=', receiptId)
    .execute();

  const { body: months } = await testApp.call(listMoneyMonths, { cookie, query: { span: 'all' } });
  const { body: impact } = await testApp.call(getImpact);
  expect({
    given: sumOf(months, 'given'),
    returned: sumOf(months, 'returned'),
    allocated: sumOf(months, 'allocated'),
    spent: sumOf(months, 'spent'),
    proven: sumOf(months, 'proven'),
  }).toEqual({
    given: impact.given,
    returned: impact.returned,
    allocated: impact.allocated + impact.spent,
    spent: impact.spent,
    proven: impact.spent - impact.spentWithoutProof,
  });
  expect(sumOf(months, 'allocated')).toBe(9_000);
  expect(sumOf(months, 'proven')).toBe(3_333);
});

test('counts a moment in the month that it is where the charity is', async () => {
  const donationId = await aDonation(testApp, { amount: 777 });
  await ifMade(donationId, '2031-02-01T04:59:59.999Z', async (trx) => {
    const given = async (timeZone: string) =>
      (await readMonths(trx, timeZone, '3', new Date('2031-03-15T12:00:00Z'))).map((month) => [
        month.month,
        month.given,
      ]);
    expect(await given('UTC')).toEqual([
      ['2031-01', 0],
      ['2031-02', 777],
      ['2031-03', 0],
    ]);
    expect(await given('America/New_York')).toEqual([
      ['2031-01', 777],
      ['2031-02', 0],
      ['2031-03', 0],
    ]);
  });
});

test('has every month of the period, also those without money, in the time zone of the settings', async () => {
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'viewer'));
  for (const [span, count] of [
    ['3', 3],
    ['12', 12],
    ['36', 36],
  ] as const) {
    const { body } = await testApp.call(listMoneyMonths, { cookie, query: { span } });
    const { timeZone } = testApp.settings.current();
    expect(body.map(({ month }) => month)).toEqual(
      lastMonths(isoMonthOf(new Date(), timeZone), count),
    );
  }
});
