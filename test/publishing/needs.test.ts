import { beforeAll, describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import type { ExpenseId, FileId, NominationId } from '#contract/ids.ts';
import {
  publishFile,
  unpublishFile,
  updateFile,
  withdrawConsent,
} from '#contract/publishing/files.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { getNeed, listNeeds, type NeedSummary } from '#contract/publishing/needs.ts';
import { undoExpense } from '#contract/spending/expenses.ts';
import { setGoal } from '#contract/vetting/nominations.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { getReceipt } from '#server/publishing/needs/queries.ts';
import { savePublicPage, unpublish } from '#server/publishing/public-pages/commands.ts';
import { release } from '#server/spending/allocations/release.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
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
import { statementsOf } from '#test/support/statements.ts';
import { aDraft, aPublishedUpdate } from '#test/support/updates.ts';
import { aFile, aPublishedFile, details } from '#test/support/upload.ts';

const testApp = useTestApp();
const need = (id: NominationId) => testApp.call(getNeed, { params: { id } });

async function everyNeed(
  query: Omit<RequestOf<typeof listNeeds>['query'], 'limit' | 'cursor'>,
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

describe('the page of a receipt', () => {
  const open = (id: NominationId, receipt: FileId) => getReceipt(testApp.db, id, receipt);
  let id: NominationId;
  beforeAll(async () => {
    const { id: causeId } = await aCause(testApp);
    id = await aPublishedNeed(testApp, { causeId, publicName: 'Warm coats' });
    const donationId = await aDonation(testApp, { causeId });
    await anAllocation(testApp, { donationId, nominationId: id, amount: 10_000 });
  });
  const aReceipt = async () =>
    aPublishedFile(testApp, { nominationId: id, kind: 'receipt', content: await pdf(['19.99']) });

  test('has what it proves, and nothing else of the need is read', async () => {
    const receipt = await aReceipt();
    await aExpense(testApp, { nominationId: id, amount: 1_000 });
    await aExpense(testApp, { nominationId: id, amount: 4_000, receiptIds: [receipt.id] });
    const { expenses } = (await need(id)).body;
    const { receipts, isProven: _, ...proven } = expenses.find(({ isProven }) => isProven) ?? {};
    const statements = await statementsOf(async () => {
      expect(await open(id, receipt.id)).toEqual({
        need: { id, name: 'Warm coats' },
        receipt: receipts?.[0],
        expenses: [proven],
      });
    });
    expect(statements).toHaveLength(3);
  });

  test('is there for the receipt of a published update, and for no other one', async () => {
    const [inUpdate, inDraft, undone] = [await aReceipt(), await aReceipt(), await aReceipt()];
    await aPublishedUpdate(testApp, id, { fileIds: [inUpdate.id] });
    expect(await open(id, inUpdate.id)).toMatchObject({
      receipt: { id: inUpdate.id },
      expenses: [],
    });
    await aDraft(testApp, id, { fileIds: [inDraft.id] });
    const receiptIds = [undone.id];
    const expenseId = await aExpense(testApp, { nominationId: id, amount: 1_000, receiptIds });
    expect(await open(id, undone.id)).toMatchObject({ expenses: [{ id: expenseId }] });
    const cookie = await signIn(testApp);
    const undo = { params: { id: expenseId }, body: { reason: 'A mistake' } };
    expect((await testApp.call(undoExpense, { cookie, ...undo })).status).toBe(200);
    const refused = { code: 'not_found' };
    for (const receipt of [undone.id, inDraft.id, newId<FileId>()]) {
      await expect(open(id, receipt)).rejects.toMatchObject(refused);
    }
    await expect(open(await aPublishedNeed(testApp), inUpdate.id)).rejects.toMatchObject(refused);
    await testApp.call(unpublishFile, { cookie, params: { id: inUpdate.id } });
    await expect(open(id, inUpdate.id)).rejects.toMatchObject(refused);
  });
});

describe('the money of a need', () => {
  /** A need with a donation of $100.00 for its cause. */
  async function aNeed() {
    const { id: causeId } = await aCause(testApp);
    const id = await aPublishedNeed(testApp, { causeId });
    return { causeId, id, donationId: await aDonation(testApp, { causeId, amount: 10_000 }) };
  }
  async function changeGoal(id: NominationId, goalAmount: number | null) {
    const cookie = await signIn(testApp);
    await testApp.call(setGoal, { cookie, params: { id }, body: { goalAmount } });
  }

  test('is counted against its goal, and nothing is missing beyond it', async () => {
    const { causeId, id, donationId } = await aNeed();
    const money = async () => {
      const { goal, received, missing } = (await need(id)).body;
      expect(await everyNeed({ causeId }, 10)).toMatchObject([{ goal, received, missing }]);
      return { goal, received, missing };
    };
    expect(await money()).toEqual({ goal: null, received: 0, missing: null });
    await changeGoal(id, 5_000);
    expect(await money()).toEqual({ goal: 5_000, received: 0, missing: 5_000 });
    const allocationId = await anAllocation(testApp, {
      donationId,
      nominationId: id,
      amount: 4_000,
    });
    expect(await money()).toEqual({ goal: 5_000, received: 4_000, missing: 1_000 });
    await changeGoal(id, 3_000);
    expect(await money()).toEqual({ goal: 3_000, received: 4_000, missing: 0 });
    const actor = await anAdministrator(testApp);
    await release(testApp.db, actor, { id: allocationId, reason: 'A mistake' }, null);
    expect(await money()).toEqual({ goal: 3_000, received: 0, missing: 3_000 });
    await changeGoal(id, null);
    expect(await money()).toEqual({ goal: null, received: 0, missing: null });
  });

  test('waits for proof since its allocation, then since its expense, until its receipt is public', async () => {
    const { causeId, id, donationId } = await aNeed();
    const proof = async () => {
      const { spent, spentWithProof, withoutProofSince } = (await need(id)).body;
      expect(await everyNeed({ causeId }, 10)).toMatchObject([
        { spent, spentWithProof, withoutProofSince },
      ]);
      return { spent, spentWithProof, withoutProofSince };
    };
    expect(await proof()).toEqual({ spent: 0, spentWithProof: 0, withoutProofSince: null });
    const allocationId = await anAllocation(testApp, {
      donationId,
      nominationId: id,
      amount: 4_000,
    });
    const { createdAt } = await testApp.db
      .selectFrom('allocations')
      .select('createdAt')
      .where('id', '=', allocationId)
      .executeTakeFirstOrThrow();
    expect(await proof()).toEqual({ spent: 0, spentWithProof: 0, withoutProofSince: createdAt });

    const options = { nominationId: id, kind: 'receipt', content: await pdf(['4.00']) } as const;
    const shown = await aPublishedFile(testApp, options);
    await aExpense(testApp, { nominationId: id, amount: 400, receiptIds: [shown.id] });
    expect(await proof()).toEqual({
      spent: 400,
      spentWithProof: 400,
      withoutProofSince: createdAt,
    });
    await aExpense(testApp, { nominationId: id, amount: 3_600 });
    const spent = { spent: 4_000, spentWithProof: 400 };
    expect(await proof()).toEqual({ ...spent, withoutProofSince: '2026-01-15T00:00:00.000Z' });

    const { expenses } = (await need(id)).body;
    const hidden = expenses.find(({ isProven }) => !isProven);
    const reason = { reason: 'A mistake' };
    const params = { id: hidden?.id ?? newId<ExpenseId>() };
    await testApp.call(undoExpense, { cookie: await signIn(testApp), params, body: reason });
    expect(await proof()).toEqual({
      spent: 400,
      spentWithProof: 400,
      withoutProofSince: createdAt,
    });

    await testApp.call(unpublishFile, { cookie: await signIn(testApp), params: { id: shown.id } });
    expect(await proof()).toEqual({
      spent: 400,
      spentWithProof: 0,
      withoutProofSince: '2026-01-15T00:00:00.000Z',
    });
    const { body: impact } = await testApp.call(getImpact);
    expect(impact.causes.find((cause) => cause.id === causeId)).toMatchObject({
      spent: 400,
      spentWithoutProof: 400,
    });
  });

  test('sorts the list: what is missing the most, and what waits longest for proof, in pages without gaps', async () => {
    const { id: causeId } = await aCause(testApp);
    const donationId = await aDonation(testApp, { causeId, amount: 10_000 });
    const ids: NominationId[] = [];
    for (const goal of [null, 2_000, 5_000, 2_000, 100]) {
      const id = await aPublishedNeed(testApp, { causeId });
      if (goal !== null) await changeGoal(id, goal);
      ids.push(id);
    }
    const [none = anyId(''), , large = anyId(''), , reached = anyId('')] = ids;
    for (const nominationId of [large, reached, none]) {
      await anAllocation(testApp, { donationId, nominationId, amount: 100 });
    }
    for (const limit of [1, 2, 100]) {
      const missing = await everyNeed({ causeId, sort: 'most_missing' }, limit);
      expect(missing.map((each) => each.missing ?? 0)).toEqual([4_900, 2_000, 2_000, 0, 0]);
      expect(new Set(idsOf(missing)).size).toBe(5);
      const waiting = await everyNeed({ causeId, sort: 'longest_without_proof' }, limit);
      expect(idsOf(waiting).slice(0, 3)).toEqual([large, reached, none]);
      expect(new Set(idsOf(waiting)).size).toBe(5);
      expect(idsOf(await everyNeed({ causeId, sort: 'newest' }, limit))).toEqual(ids.toReversed());
    }
    await complete(large);
    const query = { causeId, state: 'open', sort: 'most_missing' } as const;
    expect(idsOf(await everyNeed(query, 2))).not.toContain(large);
  });

  test('refuses a cursor of another order', async () => {
    const { id: causeId } = await aCause(testApp);
    for (let count = 0; count < 2; count++) await aPublishedNeed(testApp, { causeId });
    const first = await testApp.call(listNeeds, { query: { limit: 1 } });
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await testApp.call(listNeeds, { query: { cursor, sort: 'most_missing' } });
    expect(second).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
  });
});

describe('a search', () => {
  test('finds words and their beginnings in name, summary, and story, in any case', async () => {
    const { id: causeId } = await aCause(testApp);
    const id = await aPublishedNeed(testApp, { causeId, publicName: 'École of "New" Hope' });
    const other = await aPublishedNeed(testApp, { causeId, publicName: 'Warm coats' });
    const found = async (search: string) => idsOf(await everyNeed({ causeId, search }, 1)).sort();
    expect(await found('école')).toEqual([id]);
    expect(await found('ÉCOLE')).toEqual([id]);
    expect(await found('HOP')).toEqual([id]);
    expect(await found('hope éco')).toEqual([id]);
    expect(await found('hope coats')).toEqual([]);
    expect(await found('"new" hope')).toEqual([id]);
    // "Now it is warm." is in the story of both.
    expect(await found('now warm')).toEqual([id, other].sort());
    expect(await found('ope')).toEqual([]);
  });

  test.each(["'", '\\', "a' | 'b", '!hope', 'a & b', ':*', '()', '%', '<->', "it's", '…'])(
    'for %j is only text',
    async (search) => {
      expect((await testApp.call(listNeeds, { query: { search } })).status).toBe(200);
    },
  );

  test('follows a page that is written anew, and finds none that is hidden', async () => {
    const { id: causeId } = await aCause(testApp);
    const id = await aPublishedNeed(testApp, { causeId, publicName: 'Zebra crossing' });
    const found = async (search: string) => idsOf(await everyNeed({ causeId, search }, 5));
    await publishNeed(testApp, id, { publicName: 'Okapi crossing' });
    expect([await found('zebra'), await found('okapi')]).toEqual([[], [id]]);
    await unpublish(testApp.db, await anAdministrator(testApp), id);
    expect(await found('okapi')).toEqual([]);
  });
});
