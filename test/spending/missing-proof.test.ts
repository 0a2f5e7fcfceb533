import { expect, test } from 'vitest';
import type { AllocationId, FileId, NominationId } from '#contract/ids.ts';
import { publishFile, withdrawConsent } from '#contract/publishing/files.ts';
import { unpublishNomination } from '#contract/publishing/public-pages.ts';
import { getProofSummary, listUnproven } from '#contract/spending/missing-proof.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import * as queries from '#server/spending/missing-proof/queries.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import { signIn } from '#test/support/factories.ts';
import { publishNeed } from '#test/support/proof.ts';
import { picture } from '#test/support/sample-files.ts';
import { aPublishedFileWithoutPage, aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp({ checksEach: true });
const { cookie, aNeed, spend, undo, releaseRest } = expenseCalls(testApp);

async function unproven(nominationId: NominationId) {
  const { body } = await testApp.call(listUnproven, { cookie: await cookie() });
  return body.filter(({ nomination }) => nomination.id === nominationId);
}

async function summary() {
  return (await testApp.call(getProofSummary, { cookie: await cookie() })).body;
}

async function allocatedDaysAgo(id: AllocationId | undefined, days: number): Promise<void> {
  await testApp.db
    .updateTable('allocations')
    .set({ createdAt: daysAgo(days) } as never)
    .where('id', '=', id ?? anyId(''))
    .execute();
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** A date in the time zone in which the days without proof are counted. */
function dateDaysAgo(days: number, timeZone = testApp.settings.current().timeZone): string {
  return isoDayOf(daysAgo(days), timeZone);
}

async function aPublicReceipt(nominationId: NominationId): Promise<FileId> {
  const content = await picture();
  return (await aPublishedFileWithoutPage(testApp, { nominationId, kind: 'receipt', content })).id;
}

test('unspent money counts from the oldest allocation that is still in it', async () => {
  const { causeId, nominationId, allocations } = await aNeed(500, 300);
  await allocatedDaysAgo(allocations[0]?.id, 40);
  await allocatedDaysAgo(allocations[1]?.id, 12);
  expect(await unproven(nominationId)).toEqual([
    {
      id: nominationId,
      nomination: { id: nominationId, nominee: 'Maria Lopez' },
      cause: { id: causeId, name: expect.any(String) },
      amount: 800,
      payee: null,
      missing: ['payment'],
      receipts: [],
      since: expect.any(String),
      days: 40,
    },
  ]);
  // The oldest allocation is spent first: the rest is from the second.
  await spend(nominationId, 500);
  const [rest] = (await unproven(nominationId)).filter(({ payee }) => payee === null);
  expect(rest).toMatchObject({ amount: 300, missing: ['rest'], days: 12 });
  await releaseRest(nominationId);
  expect((await unproven(nominationId)).filter(({ payee }) => payee === null)).toEqual([]);
});

// In one of them it is another day than in UTC, whenever the test runs.
test.each(['Etc/GMT-14', 'Etc/GMT+12'])('days begin at midnight in %s', async (timeZone) => {
  const { nominationId } = await aNeed(500);
  await spend(nominationId, 500, { paidOn: dateDaysAgo(9, timeZone) });
  const { items } = await queries.listUnproven(testApp.db, timeZone, { limit: 500 });
  const days = items.filter(({ nomination }) => nomination.id === nominationId);
  expect(days).toMatchObject([{ days: 9 }]);
});

test('an expense is without proof until all its receipts and the page are public', async () => {
  const { nominationId } = await aNeed(500);
  const shown = await aPublicReceipt(nominationId);
  const hidden = await aReceipt(testApp, nominationId);
  const paidOn = dateDaysAgo(9);
  const { body: mistake } = await spend(nominationId, 500);
  await undo(mistake.id);
  expect(await unproven(nominationId)).toMatchObject([{ payee: null, missing: ['payment'] }]);
  const originalName = 'Comfort 4711.jpg';
  await testApp.db.updateTable('files').set({ originalName }).where('id', '=', hidden).execute();
  const receiptIds = [shown, hidden];
  const { body: payment } = await spend(nominationId, 500, { receiptIds, paidOn });
  const row = { id: payment.id, payee: 'Comfort Heating', amount: 500, days: 9 };
  const since = `${paidOn}T00:00:00.000Z`;
  expect(await unproven(nominationId)).toMatchObject([
    { ...row, since, missing: ['receipt', 'page'], receipts: [originalName] },
  ]);
  await publishNeed(testApp, nominationId);
  expect(await unproven(nominationId)).toMatchObject([{ ...row, missing: ['receipt'] }]);
  await undo(payment.id);
  await spend(nominationId, 500, { receiptIds: [shown] });
  expect(await unproven(nominationId)).toEqual([]);
  const call = { cookie: await cookie(), params: { id: shown } };
  await testApp.call(withdrawConsent, { ...call, body: { reason: 'Asked for it' } });
  // Published, but hidden until there is a new consent.
  await testApp.call(publishFile, call);
  expect(await unproven(nominationId)).toMatchObject([{ missing: ['receipt'] }]);
});

test('unpublishing a page hides the proof of all its expenses', async () => {
  const { nominationId } = await aNeed(500);
  for (const amount of [200, 300]) {
    await spend(nominationId, amount, { receiptIds: [await aPublicReceipt(nominationId)] });
  }
  await publishNeed(testApp, nominationId);
  expect(await unproven(nominationId)).toEqual([]);
  const params = { id: nominationId };
  await testApp.call(unpublishNomination, { cookie: await cookie(), params });
  expect(await unproven(nominationId)).toMatchObject([
    { amount: 200, missing: ['page'] },
    { amount: 300, missing: ['page'] },
  ]);
});

test('the list is oldest first, page by page, with its total', async () => {
  const before = await summary();
  const needs = [await aNeed(100), await aNeed(200), await aNeed(300)];
  const ages = [3_000, 5_000, 4_000];
  for (const [index, { allocations }] of needs.entries()) {
    await allocatedDaysAgo(allocations[0]?.id, ages[index] ?? 0);
  }
  const after = await summary();
  expect(after.count - before.count).toBe(3);
  expect(after.amount - before.amount).toBe(600);
  expect(after.oldestDays).toBe(5_000);

  const seen: number[] = [];
  let url: string | undefined = '/api/proof?limit=1';
  while (url !== undefined) {
    const response = await testApp.request({ url, headers: { cookie: await cookie() } });
    seen.push(...response.json().map(({ days }: { days: number }) => days));
    const link = String(response.headers.link ?? '');
    url = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
  }
  expect(seen.slice(0, 3)).toEqual([5_000, 4_000, 3_000]);
  expect(seen).toHaveLength(after.count);
  expect(seen).toEqual(seen.toSorted((one, other) => other - one));
});

test('only administrators see it', async () => {
  expect((await testApp.call(listUnproven)).status).toBe(401);
  expect((await testApp.call(listUnproven, { cookie: await signIn(testApp) })).status).toBe(200);
});
