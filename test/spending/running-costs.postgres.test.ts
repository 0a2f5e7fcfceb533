import { expect, test } from 'vitest';
import type { FileId } from '#contract/ids.ts';
import { bookBankFee } from '#server/provider/card-costs/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import { aCause, anAdministrator } from '#test/support/factories.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp({ checksEach: true });
const { aNeedOf, spend, balance } = expenseCalls(testApp);

test('two expenses that are recorded at the same moment do not pay the same card costs', async () => {
  const actor = await anAdministrator(testApp);
  await testApp.db
    .transaction()
    .execute((trx) => bookBankFee(trx, actor, { cents: -1_000, countsOn: '2026-01-10' }));
  const { id: causeId } = await aCause(testApp, { isForRunningCosts: true });
  const needs = [await aNeedOf(causeId, 800), await aNeedOf(causeId, 800)];
  const receipts: FileId[] = [];
  for (const { nominationId } of needs) receipts.push(await aReceipt(testApp, nominationId));

  // Both have read what is missing, and wait to book that it is paid.
  const { calls } = await testApp.db.transaction().execute(async (trx) => {
    await trx.selectFrom('operationsTotals').select('costsCents').forUpdate().execute();
    const calls = needs.map(({ nominationId }, index) =>
      spend(nominationId, 800, { receiptIds: [receipts[index] as FileId], paysCardCosts: true }),
    );
    await untilWaiting(testApp, 2);
    return { calls };
  });
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'card_costs_paid',
    fields: { amount: 'At most $2.00' },
  });
  const spent = [];
  for (const { nominationId } of needs) spent.push((await balance(nominationId)).spent);
  expect(spent.toSorted()).toEqual([0, 800]);
});
