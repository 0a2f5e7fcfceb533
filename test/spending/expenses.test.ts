import { describe, expect, test } from 'vitest';
import { createExport } from '#contract/exports/exports.ts';
import type { ExpenseId, FileId } from '#contract/ids.ts';
import { deleteFile } from '#contract/publishing/files.ts';
import { savePublicPage } from '#contract/publishing/public-pages.ts';
import { replaceAllocation } from '#contract/spending/allocations.ts';
import { listExpenses } from '#contract/spending/expenses.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { nominationStatuses } from '#core/vetting/nomination-status.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls, words } from '#test/support/expenses.ts';
import { aDonation, aNominationThatIs } from '#test/support/factories.ts';
import { trail } from '#test/support/trail.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp({ checksEach: true });
const unknown = anyId('00000000-0000-7000-8000-000000000000');
const { cookie, aNeed, spend, correct, undo, releaseRest, release, shares, balance, available } =
  expenseCalls(testApp);

describe('an expense', () => {
  test('takes the oldest allocation first, to the cent, and is stored as it was typed', async () => {
    const { nominationId } = await aNeed(500, 300, 1_000);
    const receiptIds = [
      await aReceipt(testApp, nominationId),
      await aReceipt(testApp, nominationId),
    ];
    const { status, body } = await spend(nominationId, 701, { receiptIds });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...words, nominationId, amount: 701, undoneAt: null });
    expect(body.receiptIds.toSorted()).toEqual(receiptIds.toSorted());
    expect(await shares(nominationId)).toEqual([
      [500, 500],
      [300, 201],
      [1_000, 0],
    ]);
    await spend(nominationId, 1_099);
    expect(await balance(nominationId)).toEqual({ allocated: 1_800, spent: 1_800 });
    const list = await testApp.call(listExpenses, {
      cookie: await cookie(),
      params: { id: nominationId },
    });
    expect(list.body.map(({ amount }) => amount)).toEqual([1_099, 701]);
    const items = await trail(testApp, { subjectId: body.id });
    expect(items).toMatchObject([
      {
        action: 'spending.recorded',
        subject: { name: 'Comfort Heating' },
        changes: expect.arrayContaining([
          { field: 'Spent for the nomination', before: '$0.00', after: '$7.01' },
        ]),
      },
    ]);
  });

  test('is never more than what is allocated and not spent', async () => {
    const { nominationId } = await aNeed(500);
    expect(await spend(nominationId, 501)).toMatchObject({
      status: 409,
      error: { code: 'insufficient_funds', fields: { amount: 'At most $5.00' } },
    });
    await spend(nominationId, 400);
    const refused = await spend(nominationId, 101);
    expect(refused).toMatchObject({ status: 409, error: { fields: { amount: 'At most $1.00' } } });
    expect((await spend(nominationId, 100)).status).toBe(201);
    expect((await spend(nominationId, 1)).error.message).toContain('already spent');
  });

  test.each(nominationStatuses)('for a %s nomination', async (status) => {
    const id = await aNominationThatIs(testApp, status);
    const { error } = await spend(id, 100);
    const canSpend = status === 'accepted' || status === 'completed';
    expect(error.code).toBe(canSpend ? 'insufficient_funds' : 'nomination_cannot_spend');
  });

  test('can still be recorded when the nomination is completed', async () => {
    const { nominationId } = await aNeed(500);
    const params = { id: nominationId };
    await testApp.call(updateNomination, {
      cookie: await cookie(),
      params,
      body: { isCompleted: true },
    });
    expect((await spend(nominationId, 200)).status).toBe(201);
  });

  test('requires a receipt of this nomination that no other expense uses', async () => {
    const { nominationId } = await aNeed(1_000);
    const other = await aNeed(1_000);
    const used = await aReceipt(testApp, nominationId);
    expect((await spend(nominationId, 100, { receiptIds: [used] })).status).toBe(201);
    const fresh = await aReceipt(testApp, nominationId);
    const ofAnother = await aReceipt(testApp, other.nominationId);
    const photo = await aReceipt(testApp, nominationId);
    const unfinished = await aReceipt(testApp, nominationId);
    const change = (id: FileId, to: object) =>
      testApp.db.updateTable('files').set(to).where('id', '=', id).execute();
    await change(photo, { kind: 'photo' });
    await change(unfinished, { state: 'uploading', uploadedBytes: 1 });
    for (const receiptIds of [[used], [fresh, used], [ofAnother], [photo], [unfinished], [unknown]])
      expect(await spend(nominationId, 100, { receiptIds })).toMatchObject({
        status: 409,
        error: { code: 'receipt_unusable', fields: { receiptIds: expect.any(String) } },
      });
    expect((await spend(nominationId, 100, { receiptIds: [] })).status).toBe(400);
    // A refusal changes nothing, and the receipt stays available; a receipt named twice counts once.
    expect(await balance(nominationId)).toEqual({ allocated: 1_000, spent: 100 });
    const twice = await spend(nominationId, 100, { receiptIds: [fresh, fresh] });
    expect(twice.body.receiptIds).toEqual([fresh]);
  });

  test('is dated today or earlier, anywhere on Earth', async () => {
    const { nominationId } = await aNeed(1_000);
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect((await spend(nominationId, 100, { paidOn: inDays(0) })).status).toBe(201);
    const refused = await spend(nominationId, 100, { paidOn: inDays(2) });
    expect(refused).toMatchObject({
      status: 400,
      error: { fields: { paidOn: expect.any(String) } },
    });
    for (const paidOn of ['2026-02-30', '0202-03-14', '1999-12-31']) {
      expect((await spend(nominationId, 100, { paidOn })).status).toBe(400);
    }
  });

  test('of an unknown nomination or unknown itself is not found', async () => {
    expect((await spend(unknown, 100, { receiptIds: [unknown] })).status).toBe(404);
    expect((await undo(unknown)).status).toBe(404);
    expect((await releaseRest(unknown)).status).toBe(404);
    const list = await testApp.call(listExpenses, {
      cookie: await cookie(),
      params: { id: unknown },
    });
    expect(list.status).toBe(404);
  });

  test('protects its receipt from deletion until it is undone', async () => {
    const { nominationId } = await aNeed(1_000);
    const id = await aReceipt(testApp, nominationId);
    const { body } = await spend(nominationId, 100, { receiptIds: [id] });
    const remove = async () => testApp.call(deleteFile, { cookie: await cookie(), params: { id } });
    expect(await remove()).toMatchObject({ status: 409, error: { code: 'receipt_in_use' } });
    await undo(body.id);
    expect((await remove()).status).toBe(204);
  });
});

describe('an expense with an Idempotency-Key', () => {
  test('sent again is recorded once', async () => {
    const { nominationId } = await aNeed(1_000);
    const receiptIds = [await aReceipt(testApp, nominationId)];
    const input = { receiptIds, idempotencyKey: 'one-payment' };
    const answers = await Promise.all([1, 2, 3].map(() => spend(nominationId, 300, input)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await balance(nominationId)).toEqual({ allocated: 1_000, spent: 300 });
    expect((await spend(nominationId, 301, input)).error.code).toBe('idempotency_key_reused');
  });

  test('undone again is undone once, as is a release', async () => {
    const { nominationId } = await aNeed(1_000);
    const { id } = (await spend(nominationId, 300)).body;
    const calls = [
      (options: object) => undo(id, { idempotencyKey: 'one-mistake', ...options }),
      (options: object) => releaseRest(nominationId, { idempotencyKey: 'one-rest', ...options }),
    ];
    for (const send of calls) {
      const answers = await Promise.all([1, 2, 3].map(() => send({})));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const other = await send({ reason: 'Another one' });
      expect(other).toMatchObject({ status: 422, error: { code: 'idempotency_key_reused' } });
    }
    // Without a key, or with a new one, it is a different call.
    expect((await undo(id)).error.code).toBe('already_undone');
    expect((await releaseRest(nominationId, { idempotencyKey: 'two' })).error.code).toBe(
      'nothing_left',
    );
    expect(await balance(nominationId)).toEqual({ allocated: 0, spent: 0 });
  });
});

describe('undoing an expense', () => {
  test('returns exactly what it took, keeps the row, and frees its receipts, which it still names', async () => {
    const { nominationId } = await aNeed(500, 300);
    const receiptIds = [await aReceipt(testApp, nominationId)];
    const first = await spend(nominationId, 450);
    const second = await spend(nominationId, 200, { receiptIds });
    expect(await undo(second.body.id)).toMatchObject({
      status: 200,
      body: { undoneReason: 'Typed twice', undoneAt: expect.any(String), receiptIds },
    });
    expect(await shares(nominationId)).toEqual([
      [500, 450],
      [300, 0],
    ]);
    expect((await undo(second.body.id)).error.code).toBe('already_undone');
    expect((await spend(nominationId, 350, { receiptIds })).status).toBe(201);
    expect(await undo(first.body.id)).toMatchObject({ status: 200 });
    const items = await trail(testApp, { subjectId: second.body.id });
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'spending.undone', reason: 'Typed twice' }),
    );
  });

  test('twice at once happens once', async () => {
    const { nominationId } = await aNeed(500);
    const { body } = await spend(nominationId, 300);
    const answers = await Promise.all([1, 2, 3, 4].map(() => undo(body.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await balance(nominationId)).toEqual({ allocated: 500, spent: 0 });
  });
});

describe('correcting an expense', () => {
  const corrected = { payee: 'Comfort Heating LLC', paidOn: '2026-01-14', purpose: 'A furnace' };

  test('changes who was paid, when, and for what, moves nothing, and the trail has both', async () => {
    const { nominationId } = await aNeed(500, 300);
    const { body: before } = await spend(nominationId, 450);
    const entries = await entriesOf(before.id);
    const changes = { ...corrected, receiptKind: 'statement' } as const;
    expect(await correct(before.id, changes)).toMatchObject({
      status: 200,
      body: { ...before, ...changes, revision: 1 },
    });
    expect(await entriesOf(before.id)).toEqual(entries);
    expect(await balance(nominationId)).toEqual({ allocated: 800, spent: 450 });
    const [entry] = await trail(testApp, { subjectId: before.id, action: 'spending.corrected' });
    expect(entry).toMatchObject({
      subject: { name: 'Comfort Heating LLC' },
      reason: 'Read it wrongly',
      changes: expect.arrayContaining([
        { field: 'Paid to', before: 'Comfort Heating', after: 'Comfort Heating LLC' },
        { field: 'Paid on', before: '01/15/2026', after: '01/14/2026' },
        { field: 'Purpose', before: 'A new furnace', after: 'A furnace' },
        { field: 'Kind of receipt', before: 'Receipt from the vendor', after: 'Account statement' },
      ]),
    });
    // Nothing differs: no new version, and no entry.
    expect((await correct(before.id, { ...changes, revision: 1 })).body.revision).toBe(1);
    expect(await trail(testApp, { subjectId: before.id })).toHaveLength(2);
  });

  test('is refused to whoever has not seen the last version, or of an undone one', async () => {
    const { nominationId } = await aNeed(500);
    const { body } = await spend(nominationId, 450);
    const answers = await Promise.all([correct(body.id, corrected), correct(body.id, corrected)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await correct(body.id, corrected)).toMatchObject({
      status: 409,
      error: { code: 'expense_changed', message: expect.stringContaining('Somebody else') },
    });
    await undo(body.id);
    expect((await correct(body.id, { revision: 1 })).error.code).toBe('already_undone');
    expect((await correct(unknown)).status).toBe(404);
  });

  test('is refused for a day to come, and from or onto a day of a locked month', async () => {
    const { nominationId } = await aNeed(500);
    const { body } = await spend(nominationId, 450, { paidOn: '2026-02-03' });
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(await correct(body.id, { paidOn: tomorrow })).toMatchObject({
      status: 400,
      error: { fields: { paidOn: 'Must not be in the future' } },
    });
    await lockUntil('2026-01-31');
    const onto = await correct(body.id, { paidOn: '2026-01-31' });
    expect(onto).toMatchObject({ status: 409, error: { code: 'month_locked' } });
    expect((await correct(body.id, { paidOn: '2026-02-01' })).status).toBe(200);
    await lockUntil('2026-02-28');
    for (const paidOn of ['2026-02-01', '2026-03-01']) {
      const from = await correct(body.id, { payee: 'Another', paidOn, revision: 1 });
      expect(from).toMatchObject({ status: 409, error: { code: 'month_locked' } });
    }
    await testApp.db.deleteFrom('monthLocks').execute();
  });

  test('keeps since when a public page waits for proof', async () => {
    const { nominationId } = await aNeed(450);
    await testApp.call(savePublicPage, {
      cookie: await cookie(),
      params: { id: nominationId },
      body: { publicName: 'A need', summary: 'A need', story: 'A need', coverFileId: null },
    });
    const { body } = await spend(nominationId, 450);
    // What is kept is compared with the rows after each test.
    expect((await correct(body.id, corrected)).status).toBe(200);
  });

  test('says when a file was made last that may have it', async () => {
    const { nominationId } = await aNeed(500);
    const { body } = await spend(nominationId, 450);
    expect(body.exportedAt).toBeNull();
    for (const list of ['causes', 'expenses'] as const) {
      await testApp.call(createExport, { cookie: await cookie(), body: { list, format: 'csv' } });
    }
    const { body: list } = await testApp.call(listExpenses, {
      cookie: await cookie(),
      params: { id: nominationId },
    });
    expect(list[0]?.exportedAt).toEqual(expect.any(String));
  });
});

/** What moved for an expense. */
const entriesOf = (id: ExpenseId) =>
  testApp.db.selectFrom('ledgerEntries').selectAll().where('expenseId', '=', id).execute();

/** As a treasurer does, who would need statements of a bank first. */
const lockUntil = (lastDay: string) =>
  testApp.db
    .insertInto('monthLocks')
    .values({ id: newId(), lastDay, lockedBy: newId(), figures: '{}' } as never)
    .execute();

describe('what is left', () => {
  test('of an allocation is released, what is spent is not', async () => {
    const { nominationId, allocations } = await aNeed(500);
    const [{ id, donationId } = { id: unknown, donationId: unknown }] = allocations;
    await spend(nominationId, 300);
    expect(await release(id)).toMatchObject({ status: 200, body: { amount: 200 } });
    expect(await available(donationId)).toBe(200);
    expect(await release(id)).toMatchObject({ status: 409, error: { code: 'already_spent' } });
  });

  test('of a completed nomination goes back to each donation it came from', async () => {
    const { nominationId, allocations } = await aNeed(500, 300, 200);
    await spend(nominationId, 600);
    const params = { id: nominationId };
    await testApp.call(updateNomination, {
      cookie: await cookie(),
      params,
      body: { isCompleted: true },
    });
    const answers = await Promise.all([releaseRest(nominationId), releaseRest(nominationId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(({ body }) => body)).toContainEqual({ released: 400 });
    const back = await Promise.all(allocations.map(({ donationId }) => available(donationId)));
    expect(back).toEqual([0, 200, 200]);
    expect(await balance(nominationId)).toEqual({ allocated: 600, spent: 600 });
    expect((await releaseRest(nominationId)).error.code).toBe('nothing_left');
    const items = await trail(testApp, { subjectId: nominationId });
    expect(items).toContainEqual(
      expect.objectContaining({
        action: 'nomination.leftovers_released',
        changes: [{ field: 'Allocated to the nomination', before: '$10.00', after: '$6.00' }],
        reason: 'It cost less',
      }),
    );
    expect(items.map(({ action }) => action)).toContain('spending.recorded');
  });

  test('another donation takes over spent money: the expense stays, its shares move', async () => {
    const { causeId, nominationId, allocations } = await aNeed(500);
    const [old = { id: unknown, donationId: unknown }] = allocations;
    const { body: payment } = await spend(nominationId, 450);
    const donationId = await aDonation(testApp, { causeId, amount: 400 });
    const { status } = await testApp.call(replaceAllocation, {
      cookie: await cookie(),
      params: { id: old.id },
      body: { donationId, amount: 400, reason: 'The first donation was disputed' },
    });
    expect(status).toBe(201);
    expect(await balance(nominationId)).toEqual({ allocated: 500, spent: 450 });
    // 50 were not spent, so 350 of the expense now belong to the other donation.
    expect(await shares(nominationId)).toEqual([
      [100, 100],
      [400, 350],
    ]);
    expect(await available(old.donationId)).toBe(400);
    const list = await testApp.call(listExpenses, {
      cookie: await cookie(),
      params: { id: nominationId },
    });
    expect(list.body).toEqual([payment]);
    await undo(payment.id);
    expect(await shares(nominationId)).toEqual([
      [100, 0],
      [400, 0],
    ]);
  });

  test('of several expenses, another donation takes over the newest, and no more than it pays', async () => {
    const { causeId, nominationId, allocations } = await aNeed(500);
    const [old = { id: unknown }] = allocations;
    for (const amount of [100, 150, 200]) await spend(nominationId, amount);
    const takeOver = async (amount: number) =>
      testApp.call(replaceAllocation, {
        cookie: await cookie(),
        params: { id: old.id },
        body: {
          donationId: await aDonation(testApp, { causeId, amount: 400 }),
          amount,
          reason: 'The first donation was disputed',
        },
      });
    // 50 were not spent: 200 of the third expense move, then 20 of the second, and none of the first.
    for (const amount of [250, 20]) expect((await takeOver(amount)).status).toBe(201);
    expect(await shares(nominationId)).toEqual([
      [230, 230],
      [250, 200],
      [20, 20],
    ]);
    expect(await balance(nominationId)).toEqual({ allocated: 500, spent: 450 });
  });
});
