import { beforeAll, describe, expect, test } from 'vitest';
import type { CauseId, NominationId } from '#contract/ids.ts';
import { publishFile, updateFile, withdrawConsent } from '#contract/publishing/files.ts';
import { getNeed, listNeeds, type NeedSummary } from '#contract/publishing/needs.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { savePublicPage, unpublish } from '#server/publishing/public-pages/commands.ts';
import { changeNominationStatus } from '#server/vetting/nominations/commands.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNomination,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  signIn,
} from '#test/support/factories.ts';
import { aExpense, aPublishedNeed, publishNeed } from '#test/support/proof.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { mp4 } from '#test/support/sample-videos.ts';
import { aFile, aPublishedFile, details } from '#test/support/upload.ts';

const testApp = useTestApp();
const need = (id: NominationId) => testApp.call(getNeed, { params: { id } });

async function everyNeed(
  query: { causeId?: CauseId; state?: 'open' | 'completed' },
  limit: number,
) {
  const found: NeedSummary[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await testApp.call(listNeeds, {
      query: { ...query, limit, ...(cursor && { cursor }) },
    });
    expect(body.length).toBeLessThanOrEqual(limit);
    found.push(...body);
    cursor = /cursor=([^&>]+)/.exec(String(headers.link ?? ''))?.[1];
  } while (cursor);
  return found;
}
const idsOf = (needs: NeedSummary[]) => needs.map(({ id }) => id);

async function complete(id: NominationId) {
  const actor = await anAdministrator(testApp);
  await changeNominationStatus(testApp.db, actor, { id, action: 'complete' }, testApp.mailer);
}

describe('the list', () => {
  test('has published needs, newest first, in pages without gaps, by cause and state', async () => {
    const { id: causeId } = await aCause(testApp);
    const ids: NominationId[] = [];
    for (let count = 0; count < 7; count++) ids.unshift(await aPublishedNeed(testApp, { causeId }));
    const elsewhere = await aPublishedNeed(testApp);
    await anAcceptedNomination(testApp, { causeId });
    // Several at the same moment: the cursor must distinguish them.
    await testApp.db
      .updateTable('publicPages')
      .set({ publishedAt: '2026-02-03T04:05:06.789Z' })
      .where('nominationId', 'in', ids.slice(2, 6))
      .execute();
    const [done = anyId(''), ...open] = ids;
    await complete(done);

    for (const limit of [1, 2, 3, 100]) {
      const found = idsOf(await everyNeed({ causeId }, limit));
      expect(found).toHaveLength(7);
      expect(found.toSorted()).toEqual(ids.toSorted());
      expect(found.slice(0, 2)).toEqual(ids.slice(0, 2));
    }
    expect(idsOf(await everyNeed({ causeId, state: 'completed' }, 2))).toEqual([done]);
    expect(idsOf(await everyNeed({ causeId, state: 'open' }, 2)).toSorted()).toEqual(
      open.toSorted(),
    );
    expect(idsOf(await everyNeed({}, 3))).toContain(elsewhere);
  });

  test('shows what was allocated to a need and what was spent', async () => {
    const { id: causeId, name } = await aCause(testApp);
    const donationId = await aDonation(testApp, { causeId, amount: 5_000 });
    const id = await aPublishedNeed(testApp, { causeId, publicName: 'Warm coats' });
    await anAllocation(testApp, { donationId, nominationId: id, amount: 4_000 });
    await aExpense(testApp, { nominationId: id, amount: 1_234 });
    expect(await everyNeed({ causeId }, 10)).toMatchObject([
      {
        id,
        name: 'Warm coats',
        cause: { id: causeId, name },
        state: 'open',
        received: 4_000,
        spent: 1_234,
        cover: null,
      },
    ]);
    expect((await need(id)).body).toMatchObject({ donations: 1, received: 4_000, spent: 1_234 });
  });
});

describe('a need that the public may not see', () => {
  test.each([
    ['is unknown', async () => newId()],
    ['is pending', () => aNomination(testApp)],
    ['has no public page', () => anAcceptedNomination(testApp)],
    [
      'is written but not published',
      async () => {
        const nominationId = await anAcceptedNomination(testApp);
        const actor = await anAdministrator(testApp);
        const texts = { publicName: 'Draft', summary: 'Draft', story: 'Draft', coverFileId: null };
        await savePublicPage(testApp.db, actor, { nominationId, ...texts });
        return nominationId;
      },
    ],
    [
      'was unpublished',
      async () => {
        const id = await aPublishedNeed(testApp);
        expect((await need(id)).status).toBe(200);
        await unpublish(testApp.db, await anAdministrator(testApp), id);
        return id;
      },
    ],
    [
      'was rejected after it was published',
      async () => {
        const id = await aPublishedNeed(testApp);
        const actor = await anAdministrator(testApp);
        await changeNominationStatus(testApp.db, actor, { id, action: 'reject' }, testApp.mailer);
        return id;
      },
    ],
  ])('because it %s: 404, and not in the list', async (_, make) => {
    const id = await make();
    expect(await need(anyId(id))).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(idsOf(await everyNeed({}, 100))).not.toContain(id);
  });
});

test('nothing about a donor or nominator, and nothing of the submitted nomination, is shown', async () => {
  const canary = (field: string) => `canary-${field}`;
  const person = {
    firstName: canary('first'),
    lastName: canary('last'),
    email: 'canary@example.com',
    phone: canary('phone'),
    zip: canary('zip'),
  };
  const { id: causeId } = await aCause(testApp);
  const id = await aNomination(testApp, { causeId, nominee: canary('nominee'), person });
  const actor = await anAdministrator(testApp);
  await testApp.db
    .updateTable('nominations')
    .set({ description: canary('description') })
    .where('id', '=', id)
    .execute();
  await changeNominationStatus(testApp.db, actor, { id, action: 'accept' }, testApp.mailer);
  const donationId = await aDonation(testApp, { causeId, person, description: canary('note') });
  await anAllocation(testApp, { donationId, nominationId: id, amount: 10_000 });
  await aExpense(testApp, { nominationId: id, amount: 5_000 });
  await publishNeed(testApp, id);
  for (const url of ['/api/impact', '/api/impact/needs', `/api/impact/needs/${id}`]) {
    const { body, statusCode } = await testApp.request({ url });
    expect(statusCode).toBe(200);
    expect(body).not.toContain('canary');
    expect(body).not.toContain(donationId);
  }
});

describe('the files of a need', () => {
  let id: NominationId;
  beforeAll(async () => {
    const { id: causeId } = await aCause(testApp);
    id = await aPublishedNeed(testApp, { causeId });
    const donationId = await aDonation(testApp, { causeId });
    await anAllocation(testApp, { donationId, nominationId: id, amount: 10_000 });
  });

  test('are receipts with the fingerprints of copy and original, only published ones', async () => {
    const options = { nominationId: id, kind: 'receipt' } as const;
    const shown = await aPublishedFile(testApp, { ...options, content: await pdf(['19.99']) });
    const hidden = await aFile(testApp, { ...options, content: await pdf(['20.01']) });
    const receiptIds = [shown.id, hidden.id];
    await aExpense(testApp, { nominationId: id, amount: 4_000, receiptIds });
    const { body } = await need(id);
    const [expense] = body.expenses;
    expect(expense).toMatchObject({
      amount: 4_000,
      payee: 'Miller Heating',
      paidOn: '2026-01-15',
      receiptKind: 'vendor_receipt',
    });
    expect(expense?.receipts.map((receipt) => receipt.id)).toEqual([shown.id]);
    // The page says that there is another one.
    expect(expense?.isProven).toBe(false);
    const [receipt] = expense?.receipts ?? [];
    expect(receipt?.originalSha256).toBe(shown.sha256);
    expect(receipt?.copies.length).toBeGreaterThan(0);
    for (const { url, sha256 } of receipt?.copies ?? []) {
      const { rawPayload } = await testApp.request({ url });
      const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(rawPayload));
      expect(Buffer.from(digest).toString('hex')).toBe(sha256);
    }
  });

  test('are photos in every width and videos, and disappear with their consent', async () => {
    const photo = await aPublishedFile(testApp, { nominationId: id, content: await picture() });
    await aFile(testApp, { nominationId: id, content: await picture() });
    await publishNeed(testApp, id, { coverFileId: photo.id });
    const cookie = await signIn(testApp);
    const video = await aFile(testApp, { nominationId: id, kind: 'video', content: mp4() });
    await aFile(testApp, { nominationId: id, stillOf: video.id, content: await picture() });
    await testApp.call(updateFile, { cookie, params: { id: video.id }, body: details });
    await testApp.call(publishFile, { cookie, params: { id: video.id } });
    const { body } = await need(id);
    expect(body.photos).toHaveLength(1);
    expect(body.videos).toHaveLength(1);
    expect(body.videos[0]?.still?.sources.length).toBeGreaterThan(0);
    expect(body.cover).toEqual(body.photos[0]);
    const { sources = [], alternativeText } = body.photos[0] ?? {};
    expect(alternativeText).toBe('A furnace in a cellar');
    const widths = sources.map(({ width }) => width);
    expect(widths).toEqual(widths.toSorted((one, other) => one - other));
    for (const url of [...sources, ...body.videos].map((source) => source.url)) {
      expect((await testApp.request({ url })).statusCode).toBe(200);
    }

    const withdrawal = { params: { id: photo.id }, body: { reason: 'She called.' } };
    expect((await testApp.call(withdrawConsent, { cookie, ...withdrawal })).status).toBe(200);
    expect((await need(id)).body).toMatchObject({ photos: [], cover: null });
  });
});
