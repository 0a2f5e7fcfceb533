import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ExportListName, exportListNames } from '#contract/exports/export-lists.ts';
import { exportFilePath } from '#contract/exports/export-path.ts';
import {
  createExport,
  type ExportItem,
  listExports,
  openExport,
  previewExport,
} from '#contract/exports/exports.ts';
import { announceTransfer } from '#contract/giving/announced-transfers.ts';
import { listDonations } from '#contract/giving/donations.ts';
import type { CauseId, ExportId } from '#contract/ids.ts';
import { topUpCardCosts } from '#contract/provider/card-costs.ts';
import type { ExportFormat } from '#core/exports/export-lists.ts';
import { type Role, roles } from '#core/people/rights.ts';
import { deleteOldExports } from '#server/exports/commands.ts';
import { exportWorker } from '#server/exports/jobs.ts';
import { makeExport } from '#server/exports/make-export.ts';
import { sweepFiles } from '#server/publishing/files/sweep-files.ts';
import { anUploadedImport } from '#test/support/an-import.ts';
import { useTestApp } from '#test/support/app.ts';
import { aLine, depositCalls } from '#test/support/deposits.ts';
import {
  aCause,
  aDonation,
  anAdministrator,
  aPair,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { readCsv } from '#test/support/read-csv.ts';
import { aStoredReceipt } from '#test/support/receipts.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTestPlan, pressOnTestPage } from '#test/support/test-plans.ts';
import { trail } from '#test/support/trail.ts';

const testApp = useTestApp({ own: true });

/** Asks for an export, and downloads it if it is small. */
async function exported(
  cookie: string,
  list: ExportListName,
  filter = '',
  format: ExportFormat = 'csv',
) {
  const { body, status } = await testApp.call(createExport, {
    cookie,
    body: { list, format, filter },
  });
  expect(status).toBe(201);
  return { item: body, response: await download(cookie, body.id) };
}

function download(cookie: string, id: string) {
  return testApp.request({ url: exportFilePath(id as ExportId), headers: { cookie } });
}

/** The rows of a small export, by the titles of their columns. */
async function rowsOf(cookie: string, list: ExportListName, filter = '') {
  const { response } = await exported(cookie, list, filter);
  expect(response.statusCode).toBe(200);
  return records(response.rawPayload.toString());
}

function records(text: string): Record<string, string>[] {
  const [titles = [], ...rows] = readCsv(text);
  return rows.map((row) =>
    Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])),
  );
}

async function anImport(): Promise<string> {
  return (await anUploadedImport(testApp, await anAdministrator(testApp))).id;
}

const cookieOf = async (...roles: Role[]) => signIn(testApp, await aTeamMember(testApp, ...roles));

/** Many donations, as a busy site has them: in a few statements, because payments would take minutes. */
async function manyDonations(causeId: CauseId, count: number): Promise<void> {
  const id = sql`(lpad(to_hex(${Date.now()}::bigint), 12, '0') || '7' || substr(md5(${causeId} || n), 1, 3)
    || '8' || substr(md5(${causeId} || n), 4, 15))::uuid`;
  await sql`insert into checkouts (id, status, cause_id, amount_cents, provider, is_real, request_hash, expires_at)
    select ${id}, 'paid', ${causeId}, 1000, 'test', false, '', now() from generate_series(1, ${count}::int) as n`.execute(
    testApp.db,
  );
  await sql`insert into donors (id, last_donation_at, first_name, last_name, email)
    values (${causeId}, now(), 'Grace', 'Hopper', ${`${causeId}@example.com`})`.execute(testApp.db);
  await sql`insert into donations (id, source, checkout_id, provider, received_on, donor_id, payment_intent_id, cause_id, amount_cents, is_real, description,
      is_available_to_volunteer_time, first_name, last_name, email, phone, zip)
    select ${id}, 'online', ${id}, 'test', current_date, ${causeId}, ${causeId} || n, ${causeId}, 1000, false, '', false, 'Grace', 'Hopper', 'grace@example.com', '1', '2'
    from generate_series(1, ${count}::int) as n`.execute(testApp.db);
  await sql`insert into ledger_entries (id, kind, donation_id, from_place, to_place, amount_cents, actor, source)
    select gen_random_uuid(), 'payment', ${id}, 'outside', 'waiting', 1000, 'system', 'test'
    from generate_series(1, ${count}::int) as n`.execute(testApp.db);
}

async function until(cookie: string, id: string, state: ExportItem['state']): Promise<ExportItem> {
  let found: ExportItem | undefined;
  await expect
    .poll(async () => {
      found = (await testApp.call(listExports, { cookie })).body.find((each) => each.id === id);
      return found?.state;
    })
    .toBe(state);
  return found as ExportItem;
}

describe('a small export', () => {
  test('has what the filter of the list shows, newest first', async () => {
    const cookie = await cookieOf('treasurer');
    const cause = await aCause(testApp);
    const other = await aDonation(testApp);
    const first = await aDonation(testApp, { causeId: cause.id, amount: 1_205 });
    const second = await aDonation(testApp, { causeId: cause.id, amount: 250_000 });
    const filter = `causeId=${cause.id}&hideFullyAllocated=true`;
    const { body: preview } = await testApp.call(previewExport, {
      cookie,
      query: { list: 'donations', filter },
    });
    expect(preview.rows).toBe(2);
    const rows = await rowsOf(cookie, 'donations', filter);
    expect(rows.map((row) => row.ID)).toEqual([second, first]);
    expect(rows.map((row) => row.Amount)).toEqual(['2500.00', '12.05']);
    expect(Object.keys(rows[0] ?? {})).toEqual(preview.columns);
    expect(rows[0]).toMatchObject({ Currency: 'USD', Cause: cause.name, Disputed: 'No' });
    expect(rows[0]?.Date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Date(rows[0]?.['Time (UTC)'] ?? '').toISOString()).toBe(rows[0]?.['Time (UTC)']);
    const all = await rowsOf(cookie, 'donations');
    const { body: onScreen } = await testApp.call(listDonations, { cookie, query: {} });
    expect(all.map((row) => row.ID)).toEqual(onScreen.map(({ id }) => id));
    expect(all.map((row) => row.ID)).toContain(other);
  });

  test('says with each donation of a plan to whom it is dedicated', async () => {
    const cookie = await cookieOf('treasurer');
    const id = await aTestPlan(testApp, { dedicationKind: 'memory', honoree: 'Ada Lovelace' });
    await pressOnTestPage(testApp, id, 'next=paid&paid=1');
    const rows = await rowsOf(cookie, 'donations', `planId=${id}`);
    expect(rows.map((row) => row.Dedication)).toEqual([
      'In memory of Ada Lovelace',
      'In memory of Ada Lovelace',
    ]);
  });

  test('of donors has those that the search finds, for whoever may see them', async () => {
    const cookie = await cookieOf('treasurer');
    const person = { ...aPerson(), lastName: 'Kovalevskaya' };
    await aDonation(testApp, { person, amount: 1_205 });
    await aDonation(testApp, { person, amount: 300_001 });
    await aDonation(testApp);
    const found = {
      'First Name': person.firstName,
      'Last Name': 'Kovalevskaya',
      'Email Address': person.email,
      Donations: '2',
      Amount: '3012.06',
      Returned: '0.00',
      Currency: 'USD',
    };
    for (const search of ['kovalevsk', '3000.01']) {
      const rows = await rowsOf(cookie, 'donors', `search=${search}`);
      expect(rows, search).toEqual([expect.objectContaining(found)]);
    }
    expect((await rowsOf(cookie, 'donors')).length).toBeGreaterThan(1);
  });

  test('can be downloaded for two minutes by whoever asked for it', async () => {
    const cookie = await cookieOf('treasurer');
    const { item } = await exported(cookie, 'causes');
    expect((await download(await cookieOf('owner'), item.id)).statusCode).toBe(404);
    expect((await testApp.request({ url: exportFilePath(item.id) })).statusCode).toBe(401);
    await testApp.db
      .updateTable('exports')
      .set({ openedUntil: sql<string>`now() - interval '1 second'` })
      .where('id', '=', item.id)
      .execute();
    const late = await download(cookie, item.id);
    expect(late.statusCode).toBe(409);
    expect(late.json().code).toBe('export_unavailable');
  });

  test('is in the audit trail with its filter and rows, and without what was typed to find somebody', async () => {
    const member = await aTeamMember(testApp, 'treasurer');
    const cookie = await signIn(testApp, member);
    await exported(cookie, 'nominations', 'nominee=Rosalind Franklin&status=pending');
    const [entry] = await trail(testApp, { actor: `user:${member.id}`, action: 'export.' });
    expect(entry?.what).toBe('Downloaded an export');
    const changes = Object.fromEntries(
      (entry?.changes ?? []).map(({ field, after }) => [field, after]),
    );
    expect(changes).toEqual({
      List: 'Nominations',
      Format: 'CSV',
      Filter: 'Nominee: (a text); Status: pending',
      Rows: '0',
    });
  });

  test.each(['nominee=x', 'causeId=no-id', 'hideFullyAllocated=perhaps', 'limit=1', 'nothing='])(
    'is not filtered by %s',
    async (filter) => {
      const cookie = await cookieOf('treasurer');
      const answer = await testApp.call(createExport, {
        cookie,
        body: { list: 'donations', format: 'csv', filter },
      });
      expect(answer.status).toBe(400);
    },
  );
});

describe('the file of an export', () => {
  test('follows RFC 4180 and says that it is UTF-8', async () => {
    const cookie = await cookieOf('treasurer');
    const { response } = await exported(cookie, 'causes');
    expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = response.rawPayload.toString();
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="test-causes-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
  });

  const hostile = [
    '=HYPERLINK("https://evil.example","Pay")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    'He said "no", twice',
    'one\r\ntwo\nthree',
    'one\n=1+1',
    '👩🏽‍🚒 née Łódź',
    '\u202eright to left',
    'a,b;c|d',
  ];

  test.each(hostile)('keeps %j readable, and it is no formula', async (text) => {
    const cookie = await cookieOf('treasurer');
    const cause = await aCause(testApp);
    await aDonation(testApp, { causeId: cause.id, description: text });
    const filter = `causeId=${cause.id}`;
    const [row] = await rowsOf(cookie, 'donations', filter);
    const cell = row?.Description ?? '';
    expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    expect(cell.replace(/^'/, '')).toBe(text);

    const { response } = await exported(cookie, 'donations', filter, 'xlsx');
    const { cells, formulas } = readSheet(response.rawPayload);
    expect(formulas).toBe(0);
    expect(cells).toContain(text.replaceAll('\r\n', '\n'));
  });

  test('writes amounts as numbers in Excel, and dates as dates', async () => {
    const cookie = await cookieOf('treasurer');
    const cause = await aCause(testApp);
    await aDonation(testApp, { causeId: cause.id, amount: 1_205 });
    const { response } = await exported(cookie, 'donations', `causeId=${cause.id}`, 'xlsx');
    const { sheet } = readSheet(response.rawPayload);
    const cells = [...sheet.matchAll(/<c r="([A-Z]+)2"([^>]*)><v>([^<]*)<\/v>/g)];
    const byColumn = Object.fromEntries(
      cells.map(([, column, attributes, value]) => [column, { attributes, value }]),
    );
    expect(byColumn.D?.value).toBe('12.05');
    expect(byColumn.D?.attributes).not.toContain('t="s"');
    const days = Number(byColumn.B?.value);
    const today = Date.now() / 86_400_000 + 25_569;
    expect(Math.abs(days - today)).toBeLessThan(2);
    expect(Number.isInteger(days)).toBe(true);
  });
});

describe('every list', () => {
  test.each(exportListNames)(
    '%s can be exported, with as many rows as its preview says',
    async (list) => {
      await aPair(testApp);
      const cookie = await cookieOf('owner');
      const filter = list === 'import-lines' ? `importId=${await anImport()}` : '';
      const { body } = await testApp.call(previewExport, { cookie, query: { list, filter } });
      const { item, response } = await exported(cookie, list, filter);
      expect(response.statusCode).toBe(200);
      const [titles, ...rows] = readCsv(response.rawPayload.toString());
      expect(titles).toEqual(body.columns);
      // The audit trail grows by the export itself.
      expect(rows.length).toBeGreaterThanOrEqual(item.rows);
      expect(new Set(rows.map((row) => row.length))).toEqual(
        new Set(rows.length === 0 ? [] : [body.columns.length]),
      );
      for (const row of rows) for (const cell of row) expect(cell).not.toBe('undefined');
    },
  );

  test('is empty if the filter shows none of the statuses', async () => {
    const cookie = await cookieOf('owner');
    await aPair(testApp);
    expect(await rowsOf(cookie, 'nominations', 'status=')).toEqual([]);
    expect(await rowsOf(cookie, 'nominations', 'status=accepted')).not.toEqual([]);
  });

  test('takes a first and a last day where the screen has no list', async () => {
    await aDonation(testApp);
    const cookie = await cookieOf('auditor');
    const today = (await rowsOf(cookie, 'ledger'))[0]?.Date ?? '';
    expect((await rowsOf(cookie, 'ledger', `from=${today}&to=${today}`)).length).toBeGreaterThan(0);
    expect(await rowsOf(cookie, 'ledger', 'to=2001-01-01')).toEqual([]);
    expect(await rowsOf(cookie, 'accounting', 'from=2099-01-01')).toEqual([]);
  });

  test('the journal debits the account that money leaves, and credits the one that it goes to', async () => {
    const { donationId } = await aPair(testApp);
    const cookie = await cookieOf('treasurer');
    const lines = (await rowsOf(cookie, 'accounting')).filter((row) => row.Donation === donationId);
    expect(lines.map((row) => [row['Debit Account'], row['Credit Account']])).toEqual([
      ['1100 Payment provider', '2100 Donations waiting'],
    ]);
    expect(lines[0]).toMatchObject({ Currency: 'USD' });
    expect(lines[0]?.Amount).toMatch(/^\d+\.\d\d$/);
    expect(new Set(lines.map((row) => row.Reference)).size).toBe(lines.length);
  });
});

describe('a role', () => {
  const personal = [
    'First Name',
    'Last Name',
    'Email Address',
    'Phone Number',
    'Zip Code',
    'Description',
  ];
  /** How many of the columns about people each role gets; null if it cannot export the list. */
  const none = { donations: null, nominations: null, 'audit-trail': null, receipts: null };
  const expected: Record<Role, Partial<Record<ExportListName, number | null>>> = {
    viewer: none,
    'case-worker': none,
    publisher: none,
    // Of a nomination the story, and not whose it is.
    treasurer: { donations: 6, nominations: 1, 'audit-trail': null, receipts: 0 },
    'volunteer-coordinator': none,
    'privacy-officer': none,
    auditor: { donations: 6, nominations: 6, 'audit-trail': 0, receipts: 0 },
    owner: { donations: 6, nominations: 6, 'audit-trail': 0, receipts: 0 },
  };
  const cases = Object.entries(expected).flatMap(([role, lists]) =>
    Object.entries(lists).map(
      ([list, sees]) => [role, list, sees] as [Role, ExportListName, number | null],
    ),
  );

  test.each(cases)('%s exports of %s the columns that it sees', async (role, list, sees) => {
    const cookie = await cookieOf(role);
    const preview = await testApp.call(previewExport, { cookie, query: { list } });
    const created = await testApp.call(createExport, { cookie, body: { list, format: 'csv' } });
    expect([preview.status, created.status]).toEqual(sees === null ? [403, 403] : [200, 201]);
    if (sees === null) return;
    const { rawPayload } = await download(cookie, created.body.id);
    const [titles = []] = readCsv(rawPayload.toString());
    expect(titles.filter((title) => personal.includes(title)).length).toBe(sees);
  });

  test('that sees less sees less of the same list', async () => {
    const person = { ...aPerson(), lastName: 'Unmistakable' };
    await aDonation(testApp, { person });
    const { body } = await testApp.call(previewExport, {
      cookie: await cookieOf('treasurer'),
      query: { list: 'ledger' },
    });
    expect(body.columns).not.toContain('Reason');
    const { body: ofAuditor } = await testApp.call(previewExport, {
      cookie: await cookieOf('auditor'),
      query: { list: 'ledger' },
    });
    expect(ofAuditor.columns).toContain('Reason');
  });
});

describe('what a treasurer works with', () => {
  const treasury = ['card-costs', 'tax-receipts', 'deposits', 'announced-transfers'] as const;

  test.each(treasury)('%s go to whoever sees them and may export', async (list) => {
    for (const role of roles) {
      const cookie = await cookieOf(role);
      const { status } = await testApp.call(previewExport, { cookie, query: { list } });
      const mayExport = ['treasurer', 'auditor', 'owner'].includes(role);
      expect([role, status]).toEqual([role, mayExport ? 200 : 403]);
    }
  });

  test('has what came in for card costs, and what was spent on them', async () => {
    const actor = await aTeamMember(testApp, 'treasurer');
    const cookie = await signIn(testApp, actor);
    const body = { amount: 1_234, direction: 'in', reason: 'From the board' } as const;
    await testApp.call(topUpCardCosts, { cookie, body, idempotencyKey: actor.id });
    const [newest] = await rowsOf(cookie, 'card-costs');
    expect(newest).toMatchObject({
      What: 'Put in by the charity',
      Amount: '12.34',
      Currency: 'USD',
      Reason: 'From the board',
      Donation: '',
      'Booked By': expect.stringContaining(' '),
    });
    expect(newest?.['Counts On']).toBe(newest?.Date);
  });

  test('has each tax receipt with its state, as filtered on the page', async () => {
    const cookie = await cookieOf('auditor');
    const [counts, ended] = [await aDonation(testApp), await aDonation(testApp)];
    for (const id of [counts, ended]) await aStoredReceipt(testApp, id);
    await testApp.db
      .updateTable('donationReceipts')
      .set({
        state: 'void',
        endedBy: 'system',
        endReason: 'It was refunded.',
        endedAt: sql<string>`now()`,
      })
      .where('donationId', '=', ended)
      .execute();
    const all = await rowsOf(cookie, 'tax-receipts');
    const own = all.filter(({ Donation }) => [counts, ended].some((id) => id === Donation));
    expect(own.map((row) => [row.Donation, row.State, row['Why Ended']])).toEqual([
      [ended, 'Void', 'It was refunded.'],
      [counts, 'Issued', ''],
    ]);
    expect(new Set(all.map((row) => row.Number)).size).toBe(all.length);
    const voided = await rowsOf(cookie, 'tax-receipts', 'state=void');
    expect(voided.map((row) => row.Donation)).toContain(ended);
    expect(voided.map((row) => row.Donation)).not.toContain(counts);
    expect(await rowsOf(cookie, 'tax-receipts', `search=${own[1]?.Number}`)).toEqual([own[1]]);
    expect(await rowsOf(cookie, 'tax-receipts', 'year=2001')).toEqual([]);
  });

  test('has the lines of deposits with their deposit, of all or of one', async () => {
    const cookie = await cookieOf('treasurer');
    const { id: causeId, name } = await aCause(testApp);
    const { anOpenDeposit, aConfirmedDeposit, returnLine } = depositCalls(testApp);
    const open = await anOpenDeposit([aLine(causeId, { amount: 700, kind: 'cash' })]);
    const deposit = await aConfirmedDeposit([
      aLine(causeId, { amount: 5_000 }),
      aLine(causeId, { amount: 2_500, note: 'Blue envelope' }),
    ]);
    await returnLine(deposit.lines[1]?.id as never, 'bounce');
    // Lines that are saved together are in no order.
    const rows = (await rowsOf(cookie, 'deposits', `depositId=${deposit.id}`)).sort((one, other) =>
      String(other.Line).localeCompare(String(one.Line)),
    );
    expect(rows.map((row) => [row.Line, row.Amount, row.Donation, row.Returned])).toEqual([
      ['2', '25.00', deposit.lines[1]?.donationId, 'Bounced'],
      ['1', '50.00', deposit.lines[0]?.donationId, ''],
    ]);
    expect(rows[0]).toMatchObject({
      Deposit: 'Box of January',
      'State of the Deposit': 'Confirmed',
      Kind: 'Check',
      Cause: name,
      Note: 'Blue envelope',
      'Last Name': 'Withoutmail',
      Currency: 'USD',
      'Received On': '2026-01-05',
      'Why Returned': 'The bank did not pay.',
    });
    const all = await rowsOf(cookie, 'deposits');
    expect(all.filter((row) => row['Deposit ID'] === open.id)).toMatchObject([
      { 'State of the Deposit': 'Open', Kind: 'Cash', Donation: '', 'Confirmed By': '' },
    ]);
  });

  test('has the bank transfers that donors announced', async () => {
    const cookie = await cookieOf('treasurer');
    await changeSettings(testApp, { bankTransfers: { isOffered: true, details: 'A bank' } });
    const { id: causeId, name } = await aCause(testApp);
    const { firstName, lastName, email } = aPerson();
    const { body } = await testApp.call(announceTransfer, {
      body: { amount: 4_200, causeId, firstName, lastName, email },
    });
    const [newest] = await rowsOf(cookie, 'announced-transfers', 'isWaiting=true');
    expect(newest).toMatchObject({
      Reference: body.reference,
      'Announced Amount': '42.00',
      Cause: name,
      'Email Address': email,
      'Times Arrived': '0',
      'Last Arrived': '',
    });
  });
});

const rows = 10_001;
let filled: ReturnType<typeof fillCause> | undefined;

async function fillCause() {
  const cause = await aCause(testApp);
  await manyDonations(cause.id, rows);
  return cause;
}

async function aLargeOne(cookie: string, format: ExportFormat = 'csv') {
  filled ??= fillCause();
  const cause = await filled;
  const filter = `causeId=${cause.id}`;
  const { body } = await testApp.call(createExport, {
    cookie,
    body: { list: 'donations', format, filter },
  });
  return { cause, item: body };
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of testApp.storage.list()) keys.push(key);
  return keys;
}

describe('a large export', () => {
  test('is made by a job, mailed, and downloaded once it is confirmed who it is', async () => {
    const member = await aTeamMember(testApp, 'treasurer');
    const cookie = await signIn(testApp, member);
    const { item } = await aLargeOne(cookie);
    expect(item.state).toBe('waiting');
    const mail = await testApp.inbox.waitFor(member.email, 'Your export is ready');
    expect(mail.text).toContain('10,001 donations');
    expect(mail.text).toContain(`/admin/exports?export=${item.id}`);
    const ready = await until(cookie, item.id, 'ready');
    expect(ready.rows).toBe(rows);
    const hours = (Date.parse(ready.expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.8);
    expect(hours).toBeLessThanOrEqual(24);
    // Not before it is opened.
    expect((await download(cookie, item.id)).statusCode).toBe(409);

    await testApp.db
      .updateTable('sessions')
      .set({ confirmedAt: sql<string>`now() - interval '11 minutes'` })
      .where('userId', '=', member.id)
      .execute();
    const unproven = await testApp.call(openExport, { cookie, params: { id: item.id } });
    expect(unproven.error.code).toBe('confirm_identity');

    const recent = await signIn(testApp, member);
    const opened = await testApp.call(openExport, { cookie: recent, params: { id: item.id } });
    expect(opened.body.state).toBe('open');
    const file = await download(recent, item.id);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/^attachment; /);
    const ids = records(file.rawPayload.toString()).map((row) => row.ID);
    expect(ids.length).toBe(rows);
    expect(new Set(ids).size).toBe(rows);

    const entries = await trail(testApp, { actor: `user:${member.id}`, action: 'export.' });
    expect(entries.map(({ what }) => what)).toEqual([
      'Downloaded an export',
      'Asked for an export',
    ]);

    // Somebody else's link.
    const stranger = await cookieOf('owner');
    const answer = await testApp.call(openExport, { cookie: stranger, params: { id: item.id } });
    expect(answer.status).toBe(404);
    expect((await download(stranger, item.id)).statusCode).toBe(404);
    expect((await testApp.call(listExports, { cookie: stranger })).body).toEqual([]);

    // Somebody who may no longer see all of it.
    await sql`update users set roles = '{auditor}' where id = ${member.id}`.execute(testApp.db);
    expect((await download(recent, item.id)).statusCode).toBe(200);
    await sql`update exports set columns = array_append(columns, 'A column of owners') where id = ${item.id}`.execute(
      testApp.db,
    );
    expect((await download(recent, item.id)).statusCode).toBe(409);
    await sql`update users set roles = '{viewer}' where id = ${member.id}`.execute(testApp.db);
    expect((await download(recent, item.id)).statusCode).toBe(403);
  });

  test('is deleted after 24 hours, in the storage, too', async () => {
    const cookie = await cookieOf('treasurer');
    const { item } = await aLargeOne(cookie);
    await until(cookie, item.id, 'ready');
    const { storageKey: key } = await testApp.db
      .selectFrom('exports')
      .select('storageKey')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow();
    // The sweep leaves what an export still needs.
    await sweepFiles(testApp.db, testApp.storage, testApp.mailer);
    expect(await testApp.storage.has(key ?? '')).toBe(true);
    await testApp.db
      .updateTable('exports')
      .set({ expiresAt: sql<string>`now() - interval '1 second'` })
      .where('id', '=', item.id)
      .execute();
    const late = await testApp.call(openExport, { cookie, params: { id: item.id } });
    expect(late.error.code).toBe('export_unavailable');
    await deleteOldExports(testApp.db);
    await sql`update discarded_files set discarded_at = now() - interval '2 hours' where key = ${key}`.execute(
      testApp.db,
    );
    await sweepFiles(testApp.db, testApp.storage, testApp.mailer);
    expect(await testApp.storage.has(key ?? '')).toBe(false);
    expect((await until(cookie, item.id, 'ended')).bytes).toBeNull();
  });

  test('is an Excel file up to 100,000 rows', async () => {
    const cookie = await cookieOf('treasurer');
    const { item } = await aLargeOne(cookie, 'xlsx');
    await until(cookie, item.id, 'ready');
    await testApp.call(openExport, { cookie, params: { id: item.id } });
    const file = await download(cookie, item.id);
    const { sheet } = readSheet(file.rawPayload);
    expect(sheet.match(/<row /g)?.length).toBe(rows + 1);
  });
});

describe('a large export that is being made', () => {
  test('is not made again for whoever asks twice', async () => {
    const cookie = await cookieOf('treasurer');
    const { cause, item } = await aLargeOne(cookie);
    await until(cookie, item.id, 'ready');
    const body = { list: 'donations', format: 'csv', filter: `causeId=${cause.id}` } as const;
    const both = await Promise.all([1, 2].map(() => testApp.call(createExport, { cookie, body })));
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    await until(cookie, both[0]?.body.id ?? '', 'ready');
  });

  test('is made anew when the server dies in the middle, and mailed once', async () => {
    const member = await aTeamMember(testApp, 'treasurer');
    const cookie = await signIn(testApp, member);
    const { item } = await aLargeOne(cookie);
    await until(cookie, item.id, 'ready');
    await testApp.inbox.waitFor(member.email, 'Your export is ready');
    // As a killed server leaves it: waiting, with half a file in a folder, and a job that nobody works on.
    const { dataDir } = testApp.config;
    const left = await mkdtemp(join(dataDir, 'export-'));
    await writeFile(join(left, 'export.csv'), 'half');
    await utimes(left, new Date(0), new Date(0));
    await sql`update exports set state = 'waiting', storage_key = null where id = ${item.id}`.execute(
      testApp.db,
    );
    await exportWorker.start(testApp);
    await until(cookie, item.id, 'ready');
    expect(await readdir(dataDir)).not.toContain(left.split('/').at(-1));
    // Another process that was making it, too, comes second: it leaves nothing, and mails nothing.
    const before = await stored();
    await sql`update exports set state = 'waiting', storage_key = null where id = ${item.id}`.execute(
      testApp.db,
    );
    await Promise.all([
      makeExport(testApp.db, testApp, item.id),
      makeExport(testApp.db, testApp, item.id),
    ]);
    await until(cookie, item.id, 'ready');
    expect((await stored()).length).toBe(before.length + 1);
    // The mail of the last one may still be on its way.
    await testApp.inbox.until(member.email, 'third mail', (mails) => mails[2]);
    expect(await testApp.inbox.to(member.email)).toHaveLength(3);
  });

  test('contains what its reader may see when it is made', async () => {
    const member = await aTeamMember(testApp, 'treasurer');
    const cookie = await signIn(testApp, member);
    const { item } = await aLargeOne(cookie);
    await until(cookie, item.id, 'ready');
    await sql`update exports set state = 'waiting', storage_key = null where id = ${item.id}`.execute(
      testApp.db,
    );
    await sql`update users set roles = '{viewer}' where id = ${member.id}`.execute(testApp.db);
    await makeExport(testApp.db, testApp, item.id);
    const { state } = await testApp.db
      .selectFrom('exports')
      .select('state')
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('failed');
  });
});

test('a lost connection ends the reading', async () => {
  const cookie = await cookieOf('treasurer');
  const cause = await aCause(testApp);
  // Two pages, of which the first is more than the network holds.
  await manyDonations(cause.id, 6_000);
  await testApp.db
    .updateTable('donations')
    .set({ description: 'x'.repeat(1_500) })
    .where('causeId', '=', cause.id)
    .execute();
  const { body } = await testApp.call(createExport, {
    cookie,
    body: { list: 'donations', format: 'csv', filter: `causeId=${cause.id}` },
  });
  await testApp.app.listen({ port: 0 });
  const { port } = testApp.app.server.address() as AddressInfo;
  await new Promise<void>((done) => {
    const request = get(
      { port, path: exportFilePath(body.id), headers: { cookie } },
      (response) => {
        response.once('data', () => {
          request.destroy();
          done();
        });
      },
    );
  });
  if (testApp.connection.kind === 'postgres') {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`.execute(
          testApp.db,
        );
        return rows[0]?.count;
      })
      .toBe(0);
  }
  // The next call is answered, and the same export can be downloaded again.
  expect((await download(cookie, body.id)).statusCode).toBe(200);
});

/** An Excel file: all texts, how many formulas it has, and the XML of its only sheet. */
function readSheet(file: Buffer) {
  const parts = unzipSync(file);
  const textOf = (name: string) => Buffer.from(parts[name] ?? []).toString();
  const sheet = textOf('xl/worksheets/sheet1.xml');
  const shared = textOf('xl/sharedStrings.xml');
  const fromXml = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&#13;', '\r')
      .replaceAll('&amp;', '&')
      .replaceAll('\r\n', '\n');
  const cells = [...shared.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map(([, text = '']) =>
    fromXml(text),
  );
  return { sheet, cells, formulas: sheet.match(/<f[ >]/g)?.length ?? 0 };
}
