import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getDurations } from '#contract/publishing/impact.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aDonation, anAllocation } from '#test/support/factories.ts';
import { aExpense, aPublishedNeed } from '#test/support/proof.ts';
import { pdf } from '#test/support/sample-files.ts';
import { aPublishedFile } from '#test/support/upload.ts';

const testApp = useTestApp();
const durations = async () => (await testApp.call(getDurations)).body;

test('the median of days from donations to allocations, and from expenses to their proof', async () => {
  const { db } = testApp;
  const { id: causeId } = await aCause(testApp);
  const nominationId = await aPublishedNeed(testApp, { causeId });
  for (const [index, days] of [1, 2, 3, 40, 100].entries()) {
    expect(await durations()).toEqual({ donationToAllocation: null, expenseToProof: null });
    const donationId = await aDonation(testApp, { causeId, amount: 2_000 });
    await anAllocation(testApp, { donationId, nominationId, amount: 1_000 });
    // Only the first one of a donation counts.
    await anAllocation(testApp, { donationId, nominationId, amount: 1_000 });
    const content = await pdf([`${index}.00`]);
    const receipt = await aPublishedFile(testApp, { nominationId, kind: 'receipt', content });
    const id = await aExpense(testApp, { nominationId, amount: 100, receiptIds: [receipt.id] });
    await sql`update donations set created_at = now() - make_interval(days => ${days})
      where id = ${donationId}`.execute(db);
    await sql`update expenses set paid_on = (now() at time zone 'UTC')::date - ${days}::integer * 2
      where id = ${id}`.execute(db);
  }
  expect(await durations()).toEqual({ donationToAllocation: 3, expenseToProof: 6 });
  // An expense whose proof is not public does not count.
  await aExpense(testApp, { nominationId, amount: 100 });
  expect(await durations()).toEqual({ donationToAllocation: 3, expenseToProof: 6 });
});
