import { beforeAll, expect, test } from 'vitest';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import { listDonations } from '#contract/giving/donations.ts';
import type { ExportId } from '#contract/ids.ts';
import { approve, listApprovals } from '#contract/people/approvals.ts';
import { bookImport } from '#server/imports/book-import.ts';
import { bookNextLines } from '#server/imports/book-lines.ts';
import { workOnImports } from '#server/imports/jobs.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { deleteCause } from '#server/vetting/causes/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aDonation, anAdministrator, signIn } from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { readCsv } from '#test/support/read-csv.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
const { as, settled, aCheckedImport, book, aBookedImport, takeBack, donationsOf } =
  importCalls(testApp);
const german = { decimalMark: ',', dateOrder: 'dmy', idColumn: 0, system: 'Race' } as const;
const rows = (ids: string[]) => plainFile(ids.map((id) => ({ 'Gift ID': id, Amount: '5,00' })));
const someIds = (count: number) => Array.from({ length: count }, () => newId());

async function countOf(ids: string[]): Promise<number> {
  const { count } = await testApp.db
    .selectFrom('importLines')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('externalId', 'in', ids)
    .where('donationId', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

beforeAll(async () => {
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: false } });
});

test('of six who import at once, one does it, and each line comes in once', {
  timeout: 300_000,
}, async () => {
  const ids = someIds(30);
  const checked = await aCheckedImport(rows(ids), german);
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => book(checked, name)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await settled(checked.id)).toMatchObject({ state: 'booked', booked: 30 });
  expect(await countOf(ids)).toBe(30);
});

test('two people who approve at once import once', { timeout: 300_000 }, async () => {
  const owners = [await anAdministrator(testApp), await anAdministrator(testApp)];
  const cookies = await Promise.all(owners.map((owner) => signIn(testApp, owner)));
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  const ids = someIds(3);
  const checked = await aCheckedImport(rows(ids), german);
  expect((await book(checked)).status).toBe(202);
  const { body } = await testApp.call(listApprovals, {
    cookie: cookies[0] ?? '',
    query: {} as never,
  });
  const request = body.find(({ kind, status }) => kind === 'import' && status === 'open');
  const answers = await Promise.all(
    cookies.map((cookie) =>
      testApp.call(approve, {
        cookie,
        params: { id: request?.id as never },
        body: { fingerprint: request?.fingerprint ?? '' },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: false } });
  expect(await settled(checked.id)).toMatchObject({ state: 'booked', booked: 3 });
  expect(await countOf(ids)).toBe(3);
});

test('two files with the same donations, imported at once, bring each of them once', {
  timeout: 300_000,
}, async () => {
  const ids = someIds(20);
  const files = [rows(ids), rows(ids.toReversed())];
  const checked = [];
  for (const file of files) {
    checked.push(await aCheckedImport(file, { ...german, isSpentBefore: true }));
  }
  await Promise.all(checked.map((one) => book(one)));
  const done = [];
  for (const { id } of checked) done.push(await settled(id));
  expect(done.reduce((sum, { booked }) => sum + booked, 0)).toBe(20);
  expect(done.reduce((sum, { spentBefore }) => sum + spentBefore, 0)).toBe(20 * 500);
  expect(await countOf(ids)).toBe(20);
});

test('several workers at one import, one of which dies in a batch, book each line once', {
  timeout: 300_000,
}, async () => {
  const ids = someIds(600);
  const checked = await aCheckedImport(rows(ids), german);
  await book(checked);
  // As if its process were killed: all that it did since the last commit is rolled back.
  const dies = testApp.db.transaction().execute(async (trx) => {
    const part = { execute: (work: (inner: unknown) => Promise<unknown>) => work(trx) };
    await bookNextLines(
      Object.assign(trx, { transaction: () => part }) as never,
      checked.id,
      testApp.mailer,
    );
    throw new Error('Killed');
  });
  const others = Promise.all([
    workOnImports(testApp.db, testApp),
    workOnImports(testApp.db, testApp),
  ]);
  await expect(dies).rejects.toThrow('Killed');
  await others;
  expect(await settled(checked.id)).toMatchObject({ state: 'booked', booked: 600 });
  expect(await countOf(ids)).toBe(600);
  await takeBack(checked);
  await Promise.all([workOnImports(testApp.db, testApp), workOnImports(testApp.db, testApp)]);
  expect(await settled(checked.id)).toMatchObject({ state: 'taken_back', takenBack: 600 });
});

test('our own export, imported into another site, is exported the same', {
  timeout: 300_000,
}, async () => {
  const names = [
    ['=1+1', '"Quoted", Name'],
    ['+49', '-minus @at'],
    ["'Tis", 'O’Neil; with semicolon'],
    ['👩‍👩‍👧 Family', 'مرحبا עברית'],
  ];
  for (const [firstName = '', lastName = ''] of names) {
    const id = await aDonation(testApp);
    await testApp.db
      .updateTable('donations')
      .set({ firstName, lastName, description: `=SUM(A1)\r\nsecond "line", ${firstName}` })
      .where('id', '=', id)
      .execute();
    const { donorId } = await testApp.db
      .selectFrom('donations')
      .select('donorId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await testApp.db
      .updateTable('donors')
      .set({ firstName, lastName })
      .where('id', '=', donorId)
      .execute();
  }
  const before = await exported();
  // As if this were another site: without payments, and with other addresses, the donors are new.
  const ofAnother = before.text
    .replaceAll(/pi_[\w-]+/g, '')
    .replaceAll(/[\w.+-]+@[\w.-]+/g, (email) => `other-${email}`);
  const file = await aBookedImport(ofAnother, { system: `Site ${newId()}` });
  const imported = await donationsOf(file);
  expect(imported.length).toBeGreaterThanOrEqual(names.length);
  const after = (await exported()).records;
  const kept = [
    'Amount',
    'Currency',
    'Cause',
    'Received On',
    'First Name',
    'Last Name',
    'Description',
  ];
  const pick = (record: Record<string, string>) => kept.map((title) => record[title]);
  const [titles = [], ...lines] = readCsv(ofAnother.replace(/^\ufeff/, ''));
  const originals = lines.map((cells) =>
    Object.fromEntries(titles.map((title, place) => [title, cells[place] ?? ''])),
  );
  const first = await testApp.db
    .selectFrom('importLines')
    .select(['externalId', 'donationId'])
    .where('importId', '=', file.id)
    .where('donationId', 'is not', null)
    .execute();
  for (const { externalId, donationId } of first) {
    const original = originals.find((record) => record.ID === externalId);
    const copy = after.find((record) => record.ID === donationId);
    expect(pick(copy ?? {})).toEqual(pick(original ?? {}));
  }

  async function exported() {
    const cookie = await as('importer');
    await testApp.call(listDonations, { cookie, query: {} as never });
    const { body } = await testApp.call(createExport, {
      cookie,
      body: { list: 'donations', format: 'csv', filter: '' },
    });
    const response = await testApp.request({
      url: exportFilePath(body.id as ExportId),
      headers: { cookie },
    });
    const text = response.rawPayload.toString();
    const [head = [], ...cells] = readCsv(text.replace(/^\ufeff/, ''));
    return {
      text,
      records: cells.map((row) =>
        Object.fromEntries(head.map((title, place) => [title, row[place] ?? ''])),
      ),
    };
  }
});

test('a cause that an import begins to need is kept, or the import asks for another one', async () => {
  const actor = await anAdministrator(testApp);
  const cause = await aCause(testApp);
  const file = plainFile([{ 'Gift ID': newId(), Amount: '5,00', Fund: cause.name }]);
  const { id, revision } = await aCheckedImport(file, german);
  const [booking, deletion] = await Promise.allSettled([
    bookImport(testApp.db, actor, { id, revision }, null, testApp.boss),
    deleteCause(testApp.db, actor, cause.id),
  ]);
  expect([booking.status, deletion.status].sort()).toEqual(['fulfilled', 'rejected']);
  const refused = [booking, deletion].find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({
    reason: { code: expect.stringMatching(/^(cause_in_use|import_cause_missing)$/) },
  });
  if (booking.status === 'fulfilled') expect((await settled(id)).state).toBe('booked');
});
