import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CauseId, NominationId } from '#contract/ids.ts';
import { getDurations } from '#contract/publishing/impact.ts';
import { halfWithin } from '#core/vetting/waiting-times.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aDonation, anAllocation } from '#test/support/factories.ts';
import { aExpense, aPublishedNeed } from '#test/support/proof.ts';
import { pdf } from '#test/support/sample-files.ts';
import { aPublishedFile } from '#test/support/upload.ts';

const testApp = useTestApp();
const durations = async () => (await testApp.call(getDurations)).body;

/** A donation and an expense of as many days ago; what they wait for comes after so many days, or not at all. */
async function aCase(
  need: { causeId: CauseId; nominationId: NominationId },
  { ago, until }: { ago: number; until: number | null },
): Promise<void> {
  const { db } = testApp;
  const { causeId, nominationId } = need;
  const donationId = await aDonation(testApp, { causeId, amount: 2_000 });
  if (until !== null) {
    // Only the first allocation of a donation counts.
    await anAllocation(testApp, { donationId, nominationId, amount: 1_000 });
    await anAllocation(testApp, { donationId, nominationId, amount: 500 });
    const content = await pdf([donationId]);
    const { id } = await aPublishedFile(testApp, { nominationId, kind: 'receipt', content });
    const expense = await aExpense(testApp, { nominationId, amount: 100, receiptIds: [id] });
    await sql`update allocations set created_at = now() - make_interval(days => ${ago - until})
      where donation_id = ${donationId}`.execute(db);
    await sql`update expenses set paid_on = (now() at time zone 'UTC')::date - ${ago}::integer,
      proven_at = now() - make_interval(days => ${ago - until}) where id = ${expense}`.execute(db);
  } else {
    const expense = await aExpense(testApp, { nominationId, amount: 100 });
    await sql`update expenses set paid_on = (now() at time zone 'UTC')::date - ${ago}::integer
      where id = ${expense}`.execute(db);
  }
  await sql`update donations set created_at = now() - make_interval(days => ${ago})
    where id = ${donationId}`.execute(db);
}

test('the time in which half of all came so far, with those that still wait', async () => {
  const causeId = (await aCause(testApp)).id;
  const need = { causeId, nominationId: await aPublishedNeed(testApp, { causeId }) };
  const both = (days: number | null) => ({ donationToAllocation: days, expenseToProof: days });
  for (const until of [0, 1, 2, 3, 4]) await aCase(need, { ago: 80, until });
  await aCase(need, { ago: 60, until: 20 });
  // Too few to say anything, even though all have come.
  expect(await durations()).toEqual(both(null));
  // Long ago and done: not of late.
  for (let index = 0; index < 6; index++) await aCase(need, { ago: 400, until: 50 });
  expect(await durations()).toEqual(both(null));
  for (let index = 0; index < 4; index++) await aCase(need, { ago: 30, until: null });
  expect(await durations()).toEqual(both(4));
  await aCase(need, { ago: 425, until: null });
  await aCase(need, { ago: 425, until: null });
  expect(await durations()).toEqual(both(20));
  // Once more than half of them wait, however long ago they began, nothing is quick.
  await aCase(need, { ago: 425, until: null });
  expect(await durations()).toEqual(both(null));
});

test('says within a day of what came at once', () => {
  expect(halfWithin('nominations', 'were decided', 1)).toBe(
    'Of the nominations of the last 90 days and those that still wait, half were decided within a day.',
  );
});
