import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import { chooseImportCauses, deleteImport, tryImportMapping } from '#contract/imports/imports.ts';
import { getDashboard } from '#contract/overview/dashboard.ts';
import { listMoneyMonths } from '#contract/overview/money-months.ts';
import { approve, listApprovals } from '#contract/people/approvals.ts';
import { erasePerson, findPerson } from '#contract/privacy/privacy.ts';
import { importPresets } from '#core/imports/imports.ts';
import { deleteOldImports } from '#server/imports/commands.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { donorboxFile, giveWpFile, plainFile, stripeFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
const calls = importCalls(testApp);
const { as, upload, find, settled, check, aCheckedImport, book, aBookedImport } = calls;
const { takeBack, linesOf, donationsOf } = calls;

/** How the files of `plainFile` are read, whatever the one before was read with. */
const german = { decimalMark: ',', dateOrder: 'dmy', idColumn: 0 } as const;
/** Numbers that no other test has given a donation. */
let next = 0;
const anId = () => {
  next += 1;
  return `G-${next}`;
};

beforeAll(async () => {
  const { timeZone } = testApp.settings.current();
  expect(timeZone).toBe('UTC');
});

describe('the files of three systems', () => {
  test('a file of GiveWP is recognized, and becomes donations', async () => {
    const { email } = aPerson();
    const [first, second] = [anId(), anId()];
    const uploaded = await upload(
      giveWpFile([
        {
          'Donation ID': first,
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          'Email Address': email,
          'Donation Total': '1,250.50',
          Zip: '98101',
          'Donor Comment': 'For the "Smiths",\r\nwith love',
        },
        { 'Donation ID': second, 'Donation Total': '10.00', 'Donation Status': 'Pending' },
      ]),
    );
    expect(uploaded.body).toMatchObject({ state: 'uploaded', mapping: { system: 'GiveWP' } });
    await check(uploaded.body);
    const checked = await settled(uploaded.body.id);
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { new: 1, known: 0, changed: 0, left_out: 1, problem: 0 },
      amount: 125_050,
      causes: [{ value: 'Warm Homes', lines: 1, causeId: null, obstacle: null }],
    });
    expect(await linesOf(checked)).toMatchObject([
      { line: 2, externalId: first, outcome: 'new', remark: '' },
      { line: 4, externalId: second, outcome: 'left_out', remark: 'Its status is “Pending”.' },
    ]);
    expect((await book(checked)).status).toBe(200);
    const booked = await settled(checked.id);
    expect(booked).toMatchObject({ state: 'booked', booked: 1, titles: [] });
    expect(await donationsOf(booked)).toMatchObject([
      {
        source: 'import',
        amountCents: 125_050,
        receivedOn: '2026-03-04',
        createdAt: '2026-03-04T18:05:00.000Z',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email,
        zip: '98101',
        description: 'For the "Smiths",\r\nwith love',
        cause: 'Warm Homes',
        paymentIntentId: null,
      },
    ]);
    expect(await mailsQueuedFor(testApp, email)).toBe(0);
  });

  test('a file of Donorbox is recognized; anonymous gifts say so', async () => {
    const { email } = aPerson();
    const booked = await aBookedImport(
      donorboxFile([
        {
          'Receipt Id': anId(),
          Amount: '25',
          Name: 'Grace Hopper',
          'Donor Email': email,
          "Donor's First Name": 'Grace',
          "Donor's Last Name": 'Hopper',
          'Make Donation Anonymous': 'yes',
          'Stripe Charge Id': 'ch_123',
        },
      ]),
    );
    expect(booked.system).toBe('Donorbox');
    expect(await donationsOf(booked)).toMatchObject([
      {
        amountCents: 2_500,
        firstName: 'Grace',
        description: '',
        isAnonymous: true,
        provider: null,
      },
    ]);
  });

  test('a word for anonymous that nobody knows shows no name to everybody', async () => {
    const say = (word: string) =>
      donorboxFile([{ 'Receipt Id': anId(), Amount: '25', 'Make Donation Anonymous': word }]);
    const unknown = await aCheckedImport(say('vielleicht'));
    expect(unknown.counts).toMatchObject({ new: 0, problem: 1 });
    expect((await aCheckedImport(say(''))).counts).toMatchObject({ new: 1 });
  });

  test('a file of Stripe is recognized, with the payment and in UTC', async () => {
    await changeSettings(testApp, { timeZone: 'Pacific/Auckland' });
    const payment = `pi_${newId().replaceAll('-', '')}`;
    const booked = await aBookedImport(
      stripeFile([
        {
          id: anId(),
          Amount: '25.00',
          'Customer Email': aPerson().email,
          'Card Name': 'Ada King Lovelace',
          'PaymentIntent ID': payment,
        },
        { id: anId(), Amount: '25.00', Status: 'Failed' },
        { id: anId(), Amount: '25.00', 'Amount Refunded': '25.00', Status: 'Refunded' },
      ]),
    );
    await changeSettings(testApp, { timeZone: 'UTC' });
    expect(booked.counts).toMatchObject({ new: 1, left_out: 2 });
    expect(await donationsOf(booked)).toMatchObject([
      {
        firstName: 'Ada King',
        lastName: 'Lovelace',
        paymentIntentId: payment,
        provider: 'stripe',
        receivedOn: '2026-03-05',
      },
    ]);
  });

  test('each preset names columns that its files have', () => {
    const files = { GiveWP: giveWpFile([]), Donorbox: donorboxFile([]), Stripe: stripeFile([]) };
    for (const [system, file] of Object.entries(files)) {
      const titles = file.trim().split(',');
      const preset = importPresets.find((one) => one.system === system);
      for (const title of preset?.knownBy ?? []) expect(titles).toContain(title);
    }
  });
});

describe('any other file', () => {
  test('semicolons, a BOM, decimal commas, and days first are recognized', async () => {
    const { body } = await upload(
      `\ufeff${plainFile([
        { 'Gift ID': anId(), Amount: '1.234,50', Name: 'Zoë  Müller' },
        { 'Gift ID': anId(), Amount: '10,00', Date: '31.03.2026' },
      ])}`,
    );
    expect(body.mapping).toMatchObject({ delimiter: ';', decimalMark: ',', dateOrder: 'dmy' });
    const { body: tried } = await testApp.call(tryImportMapping, {
      cookie: await as('importer'),
      params: { id: body.id },
      body: { importMapping: { ...body.mapping, system: 'Our list' } },
    });
    expect(tried.examples).toMatchObject([
      { receivedOn: '2026-03-04', amount: 123_450, name: 'Zoë Müller', cause: 'Warm Homes' },
      { receivedOn: '2026-03-31', amount: 1_000, name: '' },
    ]);
    const otherOrder = { ...body.mapping, system: 'Our list', dateOrder: 'mdy' } as const;
    const other = await testApp.call(tryImportMapping, {
      cookie: await as('importer'),
      params: { id: body.id },
      body: { importMapping: otherOrder },
    });
    expect(other.body.problem).toBe('Line 3: We cannot read the date “31.03.2026”.');
    expect(other.body.examples).toMatchObject([{ receivedOn: '2026-04-03' }]);
  });

  test('a quotation mark that is never closed is told with its line, before anything is stored', async () => {
    const { status, error } = await upload(
      'Nr,Date,Amount\n1,2026-01-02,5\n2,"2026-01-02,5\n3,x,5\n',
    );
    expect(status).toBe(422);
    expect(error.message).toContain('a quotation mark opens on line 3 and is never closed');
  });

  test('what is no text is not said to miss a quotation mark', async () => {
    const { status, error } = await upload('PK\u0003\u0004,\u0000\n"a,b\n');
    expect(status).toBe(422);
    expect(error.message).toContain('This file is no list with columns.');
  });

  test('more columns than anybody needs are refused', async () => {
    const titles = Array.from({ length: 1_001 }, (_, place) => `Column ${place}`).join(',');
    const { status, error } = await upload(`${titles}\n1\n`);
    expect(status).toBe(422);
    expect(error.message).toContain('This file has 1,001 columns, and at most 1,000 can be read.');
  });

  test('a long comment over the end of the first lines keeps no file out', async () => {
    const comment = 'A line of a comment\n'.repeat(4_000);
    const { body, status } = await upload(
      `Nr,Date,Amount,Note\n${anId()},2026-01-02,5.00,short\n${anId()},2026-01-02,5.00,"${comment}"\n`,
    );
    expect(status).toBe(201);
    expect(body.titles).toEqual(['Nr', 'Date', 'Amount', 'Note']);
  });

  test.each([
    ['%PDF-1.7 binary', 'This file is no list with columns.'],
    ['a\n1\n', 'This file is no list with columns.'],
    ['id,amount,date\n\0,1,2', 'This file is no list with columns.'],
  ])('%j is refused', async (content, message) => {
    const { status, error } = await upload(content);
    expect(status).toBe(422);
    expect(error.message).toContain(message);
  });

  test('the next file with the same columns is read in the same way', async () => {
    const file = (id: string) => `Nr,When,What,Fund,Note ${next}\n${id},2026-03-04,7.00,Roof,x\n`;
    const first = file(anId());
    const uploaded = await upload(first);
    expect(uploaded.body.mapping.system).toBe('');
    const how = {
      system: 'Ledger of 1999',
      dateColumn: 1,
      dateOrder: 'ymd',
      amountColumn: 2,
    } as const;
    await aBookedImport(first, { ...how, noteColumn: null });
    const { body } = await upload(first.replace(/G-\d+/, anId()));
    expect(body.mapping).toMatchObject({ ...how, noteColumn: null });
  });
});

describe('a line of any other file', () => {
  test('that cannot be read says why, and nothing of it comes in', async () => {
    const twin = anId();
    const rows: [Record<string, string>, string | RegExp][] = [
      [{ Amount: '10,00' }, 'It has no ID: its cell in the column “Gift ID” is empty.'],
      [{ 'Gift ID': anId(), Amount: 'ten' }, 'We cannot read the amount “ten”.'],
      [{ 'Gift ID': anId(), Amount: '1,2,3' }, 'We cannot read the amount “1,2,3”.'],
      [{ 'Gift ID': anId(), Amount: '0,00' }, 'Its amount is not above zero.'],
      [{ 'Gift ID': anId(), Amount: '5,00 EUR' }, 'It is in EUR, and the books are in USD.'],
      [{ 'Gift ID': anId(), Amount: '5,00', Date: '31.02.2026' }, /the date “31.02.2026”/],
      [{ 'Gift ID': anId(), Amount: '5,00', Date: '01.01.2099' }, /cannot be right/],
      [
        { 'Gift ID': anId(), Amount: '5,00', Status: 'odd' },
        'We do not know what the status “odd” means.',
      ],
    ];
    const checked = await aCheckedImport(
      plainFile([
        ...rows.map(([row]) => row),
        { 'Gift ID': twin, Amount: '5,00' },
        { 'Gift ID': twin, Amount: '5,00' },
        { 'Gift ID': twin, Amount: '6,00' },
      ]),
      { ...german, system: 'Odd list' },
    );
    expect(checked.counts).toEqual({ new: 1, known: 1, changed: 1, left_out: 0, problem: 8 });
    const problems = await linesOf(checked, { show: 'problem' });
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [place, [, said]] of rows.entries()) {
      if (typeof said === 'string') expect(problems[place]?.remark).toBe(said);
      else expect(problems[place]?.remark).toMatch(said);
    }
    expect(checked.problem).toContain('The column “Gift ID” has the same value in several rows');
    const booked = await book(checked).then(() => settled(checked.id));
    expect(booked).toMatchObject({ booked: 1, problem: null });
  });

  test('does not take thousands for decimals, and says what to do', async () => {
    const rows = ['1.200', '50', '2.500'].map((Amount) => ({ 'Gift ID': anId(), Amount }));
    const how = { ...german, system: 'Round list' };
    const checked = await aCheckedImport(plainFile(rows), { ...how, decimalMark: '.' });
    expect([checked.counts.new, checked.amount]).toEqual([1, 5_000]);
    const problems = await linesOf(checked, { show: 'problem' });
    expect(problems.map(({ remark }) => remark)).toEqual([
      'The amount “1.200” does not say whether its mark separates thousands. If it does, choose the other one in “Amounts are written as.” If not, write the amount with 2 decimals.',
      expect.stringContaining('The amount “2.500” does not say'),
    ]);
    const again = await aCheckedImport(plainFile(rows), how);
    expect([again.counts.new, again.amount]).toEqual([3, 375_000]);
  });

  test('with an address that is none leaves it out and reports it, and each such gift has a donor of its own', async () => {
    const booked = await aBookedImport(
      plainFile([
        { 'Gift ID': anId(), Amount: '5,00', Name: 'Ada Lovelace', Email: 'ada at home' },
        { 'Gift ID': anId(), Amount: '5,00', Name: 'Ada Lovelace' },
        { 'Gift ID': anId(), Amount: '5,00' },
      ]),
      { ...german, system: 'List' },
    );
    const donations = await donationsOf(booked);
    expect(donations.map(({ email }) => email)).toEqual([null, null, null]);
    expect(new Set(donations.map(({ donorId }) => donorId)).size).toBe(3);
    expect(donations[2]?.donorId).toBe('00000000-0000-7000-8000-000000000000');
    expect(await linesOf(booked, { show: 'remarked' })).toMatchObject([
      { remark: 'Its email address is not valid, so the donor comes in without one.' },
    ]);
  });

  test('of a donor who is known is their donation, and their last one stays the latest', async () => {
    const person = aPerson();
    const donationId = await aDonation(testApp, { person } as never);
    const { donorId, email } = await testApp.db
      .selectFrom('donations')
      .innerJoin('donors', 'donors.id', 'donations.donorId')
      .select(['donorId', 'donors.email'])
      .where('donations.id', '=', donationId)
      .executeTakeFirstOrThrow();
    const last = await lastDonationOf(donorId);
    const other = aPerson().email;
    const booked = await aBookedImport(
      plainFile([
        { 'Gift ID': anId(), Amount: '5,00', Email: (email ?? '').toUpperCase() },
        { 'Gift ID': anId(), Amount: '5,00', Email: other },
      ]),
      { ...german, system: 'List' },
    );
    const [known, fresh] = await donationsOf(booked);
    expect(known?.donorId).toBe(donorId);
    expect(await lastDonationOf(donorId)).toBe(last);
    expect(await lastDonationOf(fresh?.donorId ?? '')).toBe('2026-03-04T00:00:00.000Z');
  });

  test('without its last quotation mark, and a file without lines, are told after the check', async () => {
    const rows = Array.from({ length: 5_000 }, (_, place) => `${place},2026-01-01,5.00\n`);
    const broken = await aCheckedImport(`Nr,Date,Amount\n${rows.join('')}x,"2026-01-01,5\n`, {
      system: 'x',
    });
    expect(broken).toMatchObject({
      state: 'uploaded',
      problem:
        'This file is no list of cells: a quotation mark opens on line 5,002 and is never closed. Please add or remove it.',
    });
    const empty = await aCheckedImport('Gift ID,Date,Amount\n', { system: 'x', dateOrder: 'ymd' });
    expect(empty.problem).toBe('This file has no lines below the titles.');
  });
});

describe('a file without IDs', () => {
  /** What a small church has. */
  const list = (rows: string[]) => `Date,First,Last,Email,Amount,Fund\n${rows.join('\n')}\n`;
  /** Another system for each test: what one of them imported is known to no other. */
  const described = () => {
    next += 1;
    return { system: `Church ${next}`, idColumn: null, timeZone: 'UTC', dateOrder: 'mdy' } as const;
  };
  const ada = '03/01/2026,Ada,Lovelace,ada@example.org,50.00,General';
  const zoe = '03/01/2026,Zoë,Müller,,20.00,Roof';
  const plate = '03/01/2026,,,,5.00,General';

  test('is recognized as one, and each of its donations comes in, two equal ones as well', async () => {
    const { body } = await upload(list([ada, zoe, plate, plate]));
    expect(body.mapping).toMatchObject({ idColumn: null, dateColumn: 0, amountColumn: 4 });
    expect(body.mapping.dateOrder).toBeNull();
    const importMapping = { ...body.mapping, system: 'Church', dateOrder: 'mdy' as const };
    const tried = await testApp.call(tryImportMapping, {
      cookie: await as('importer'),
      params: { id: body.id },
      body: { importMapping },
    });
    expect(tried.body).toMatchObject({ problem: null });
    expect(tried.body.examples).toMatchObject([
      { externalId: '', amount: 5_000, name: 'Ada Lovelace', email: 'ada@example.org' },
      { externalId: '', amount: 2_000, name: 'Zoë Müller', email: '' },
      { externalId: '', amount: 500, name: '' },
    ]);
    const booked = await aBookedImport(list([ada, zoe, plate, plate]), described());
    expect(booked).toMatchObject({ booked: 4, problem: null });
    const donations = await donationsOf(booked);
    expect(donations.map(({ amountCents }) => amountCents)).toEqual([5_000, 2_000, 500, 500]);
    for (const line of await linesOf(booked)) expect(line.externalId).toBe('');
  });

  test('brings each donation once, however it is sorted, written, and continued', async () => {
    const how = described();
    await aBookedImport(list([ada, zoe, plate, plate]), how);
    const again = await aCheckedImport(list([plate, zoe, ada, plate]), how);
    expect(again.counts).toEqual({ new: 0, known: 4, changed: 0, left_out: 0, problem: 0 });
    const written = list([
      '3/1/26,ZOË , Mu\u0308ller,,$20,roof',
      '3/1/26,ada,lovelace,ADA@Example.org,"50",GENERAL',
    ]);
    expect((await aCheckedImport(written, how)).counts).toMatchObject({ new: 0, known: 2 });
    const grown = await aBookedImport(
      list([
        ...[plate, ada.replace('03/01', '03/08'), plate, zoe.replace('Roof', 'Water'), ada],
        ...[ada, plate, zoe.replace('20.00', '20.01'), zoe.replace('Zoë', 'Max')],
      ]),
      how,
    );
    expect(grown.counts).toEqual({ new: 6, known: 3, changed: 0, left_out: 0, problem: 0 });
    const came = (await donationsOf(grown)).map(({ amountCents }) => amountCents);
    expect(came).toEqual([5_000, 2_000, 5_000, 500, 2_001, 2_000]);
  });

  test('of which two have the same donations, imported at once, brings each of them once', async () => {
    const how = described();
    const one = await aCheckedImport(list([ada, plate, plate]), how);
    const other = await aCheckedImport(list([plate, plate, plate, ada]), how);
    await Promise.all([book(one), book(other)]);
    const done = [await settled(one.id), await settled(other.id)];
    expect(done.reduce((sum, { booked }) => sum + booked, 0)).toBe(4);
  });

  test('counts a line that does not come in as none: what failed takes no place of what was paid', async () => {
    const how = described();
    const file = (rows: string[]) => `Date,Email,Amount,Fund,Status\n${rows.join('\n')}\n`;
    const tried = '03/01/2026,ada@example.org,50.00,Water,failed';
    const paid = tried.replace('failed', 'paid');
    const first = await aBookedImport(file([tried, paid]), how);
    expect(first.counts).toMatchObject({ new: 1, left_out: 1 });
    expect((await aCheckedImport(file([paid, tried]), how)).counts).toMatchObject({
      new: 0,
      known: 1,
      left_out: 1,
    });
  });

  test('says what was refunded since, and changes nothing', async () => {
    const how = described();
    const file = (refunded: string) =>
      `Date,Email,Amount,Fund,Refunded\n03/01/2026,ada@example.org,50.00,Water,${refunded}\n`;
    await aBookedImport(file('0.00'), how);
    const checked = await aCheckedImport(file('20.00'), how);
    expect(checked.counts).toMatchObject({ new: 0, known: 0, changed: 1 });
  });

  test('can be imported again once it was taken back', async () => {
    const how = described();
    const booked = await aBookedImport(list([ada, plate, plate]), how);
    await takeBack(booked);
    await settled(booked.id);
    const again = await aBookedImport(list([plate, ada, plate]), how);
    expect(again.booked).toBe(3);
  });

  test('two payments of Stripe are two donations, however equal the rest is', async () => {
    const how = described();
    const payments = [newId(), newId()].map((id) => `pi_${id.replaceAll('-', '')}`);
    const [first = '', second = ''] = payments.map((id) => `${plate},${id}`);
    const file = (rows: string[]) =>
      `Date,First,Last,Email,Amount,Fund,Payment Intent\n${rows.join('\n')}\n`;
    await aBookedImport(file([first]), how);
    const later = await aBookedImport(file([second, first]), how);
    expect(later.counts).toMatchObject({ new: 1, known: 1 });
    expect(await donationsOf(later)).toMatchObject([{ paymentIntentId: payments[1] }]);
  });

  test('says of a column whose values repeat that it cannot be the ID', async () => {
    const how = described();
    const file = list([ada, zoe, ada.replace('03/01', '03/08')]);
    const said =
      'The column “Date” has the same value in several rows, such as those on lines 2 and 3, so it cannot be the ID. Choose another column or None.';
    const { body } = await upload(file);
    const importMapping = { ...body.mapping, ...how, idColumn: 0 };
    const tried = await testApp.call(tryImportMapping, {
      cookie: await as('importer'),
      params: { id: body.id },
      body: { importMapping },
    });
    expect(tried.body.problem).toBe(said);
    const wrong = await aCheckedImport(file, { ...how, idColumn: 0 });
    expect(wrong).toMatchObject({
      state: 'checked',
      problem: said,
      counts: { new: 2, changed: 1 },
    });
    await check(wrong, { idColumn: null });
    const right = await settled(wrong.id);
    expect(right).toMatchObject({ state: 'checked', problem: null, counts: { new: 3 } });
  });

  test('a row that stands in a file with IDs twice is no such column', async () => {
    const row = { 'Gift ID': anId(), Amount: '5,00' };
    const checked = await aCheckedImport(plainFile([row, row]), { ...german, system: 'Twice' });
    expect(checked).toMatchObject({ problem: null, counts: { new: 1, known: 1 } });
  });

  test('needs no more than days and amounts', async () => {
    const file = 'Date,Amount\n03/01/2026,5.00\n03/01/2026,5.00\n';
    const checked = await aCheckedImport(file, described());
    expect(checked).toMatchObject({ state: 'checked', counts: { new: 2 }, amount: 1_000 });
  });
});

async function lastDonationOf(id: string) {
  const { rows } = await sql<{ at: string }>`
    select last_donation_at as at from donors where id = ${id}`.execute(testApp.db);
  return rows[0]?.at;
}

describe('the same donation', () => {
  test('in the same file and in an overlapping one comes in once, and a changed one is reported', async () => {
    const [one, two, three] = [anId(), anId(), anId()];
    const row = (id: string, amount: string) => ({ 'Gift ID': id, Amount: amount });
    const first = plainFile([row(one, '5,00'), row(two, '6,00')]);
    await aBookedImport(first, { ...german, system: 'Overlap' });
    const again = await aCheckedImport(first, { ...german, system: 'OVERLAP' });
    expect(again.counts).toMatchObject({ new: 0, known: 2 });
    expect((await book(again)).error).toMatchObject({ code: 'import_state' });
    const later = await aBookedImport(
      plainFile([
        row(two, '6,50'),
        row(three, '7,00'),
        { ...row(one, '5,00'), Status: 'refunded' },
      ]),
      { ...german, system: 'Overlap' },
    );
    expect(later.counts).toEqual({ new: 1, known: 0, changed: 2, left_out: 0, problem: 0 });
    expect(await donationsOf(later)).toMatchObject([{ amountCents: 700 }]);
    // Another system has IDs of its own.
    const other = await aBookedImport(first, { ...german, system: 'Another' });
    expect(other.booked).toBe(2);
  });

  test('of a payment that is a donation here is known', async () => {
    const { paymentIntentId } = await testApp.db
      .selectFrom('donations')
      .select('paymentIntentId')
      .where('paymentIntentId', 'like', 'pi_%')
      .executeTakeFirstOrThrow();
    const checked = await aCheckedImport(
      stripeFile([{ id: anId(), Amount: '25.00', 'PaymentIntent ID': paymentIntentId ?? '' }]),
    );
    expect(await linesOf(checked)).toMatchObject([
      { outcome: 'known', remark: 'Its payment is a donation here already.' },
    ]);
  });
});

describe('what was refunded in part', () => {
  test('comes in whole, and what went back is booked as returned', async () => {
    const payment = `pi_${newId().replaceAll('-', '')}`;
    const booked = await aBookedImport(
      stripeFile([
        { id: anId(), Amount: '50.00', 'Amount Refunded': '20.00', 'PaymentIntent ID': payment },
      ]),
    );
    const [donation] = await donationsOf(booked);
    expect(donation).toMatchObject({ amountCents: 5_000, returnedCents: 2_000 });
    const { body } = await testApp.call(getDonation, {
      cookie: await as('importer'),
      params: { id: donation?.id as never },
    });
    expect(body).toMatchObject({ availableAmount: 3_000, source: 'import' });
  });
});

describe('the causes of a file', () => {
  test('become those with the same name, new ones, or those that somebody chooses', async () => {
    const cause = await aCause(testApp);
    const fresh = `Roof ${newId()}`;
    const checked = await aCheckedImport(
      plainFile([
        { 'Gift ID': anId(), Amount: '1,00', Fund: cause.name.toUpperCase() },
        { 'Gift ID': anId(), Amount: '2,00', Fund: fresh },
        { 'Gift ID': anId(), Amount: '3,00', Fund: fresh.toUpperCase() },
        { 'Gift ID': anId(), Amount: '4,00', Fund: '' },
        { 'Gift ID': anId(), Amount: '5,00', Fund: 'x'.repeat(200) },
      ]),
      { ...german, system: 'Causes' },
    );
    const byValue = new Map(checked.causes.map((one) => [one.value, one]));
    expect(byValue.get(cause.name.toUpperCase())?.causeId).toBe(cause.id);
    expect(byValue.get('')?.obstacle).toBe('These donations name no cause: choose one.');
    expect((await book(checked)).error.code).toBe('import_cause_missing');
    const { body: chosen } = await testApp.call(chooseImportCauses, {
      cookie: await as('importer'),
      params: { id: checked.id },
      body: {
        revision: checked.revision,
        importedCauses: checked.causes.map(({ value, causeId, obstacle }) => ({
          value,
          causeId: obstacle === null ? causeId : cause.id,
        })),
      },
    });
    expect((await book(checked)).error.code).toBe('import_changed');
    await book(chosen);
    const donations = await donationsOf(await settled(chosen.id));
    expect(donations.map((one) => one.cause)).toEqual([
      ...[cause.name, donations[1]?.cause, donations[1]?.cause, cause.name, cause.name],
    ]);
    expect(donations[1]?.cause?.toLowerCase()).toBe(fresh.toLowerCase());
  });
});

describe('an import is taken back', () => {
  test('while none of its cents has moved; then its IDs are free', async () => {
    const payment = `pi_${newId().replaceAll('-', '')}`;
    const file = stripeFile([
      { id: anId(), Amount: '50.00', 'PaymentIntent ID': payment },
      { id: anId(), Amount: '30.00', 'Amount Refunded': '10.00' },
    ]);
    const booked = await aBookedImport(file);
    const before = await totals();
    const { status } = await takeBack(booked);
    expect(status).toBe(200);
    const back = await settled(booked.id);
    expect(back).toMatchObject({ state: 'taken_back', booked: 2, takenBack: 2 });
    expect(await donationsOf(back)).toMatchObject([
      { amountCents: 5_000, returnedCents: 5_000, paymentIntentId: null },
      { amountCents: 3_000, returnedCents: 3_000 },
    ]);
    const after = await totals();
    expect(after.left - before.left).toBe(-7_000);
    expect((await takeBack(booked)).error.code).toBe('import_state');
    const again = await aBookedImport(file);
    expect(again.booked).toBe(2);
  });

  test('not after a cent was allocated', async () => {
    const cause = await aCause(testApp);
    const booked = await aBookedImport(
      plainFile([{ 'Gift ID': anId(), Amount: '50,00', Fund: cause.name }]),
      { ...german, system: 'List' },
    );
    const [donation] = await donationsOf(booked);
    const nominationId = await anAcceptedNomination(testApp, { causeId: cause.id } as never);
    await anAllocation(testApp, {
      amount: 1,
      donationId: donation?.id as never,
      nominationId: nominationId as never,
    });
    expect((await takeBack(booked)).error).toMatchObject({
      code: 'import_moved',
      message: expect.stringContaining('Money of 1 of these donations has moved'),
    });
  });
});

async function totals() {
  const { rows } = await sql<{ left: number }>`
    select sum(given_cents - returned_cents)::bigint as left from cause_totals`.execute(testApp.db);
  return { left: rows[0]?.left ?? 0 };
}

describe('the figures of the site', () => {
  test('count an old donation where it belongs', async () => {
    const cookie = await as('importer');
    const week = async () => (await testApp.call(getDashboard, { cookie })).body.donationsLast7Days;
    const march = async () =>
      (await testApp.call(listMoneyMonths, { cookie, query: { span: 'all' } as never })).body.find(
        ({ month }) => month === '2019-03',
      )?.given ?? 0;
    const before = await week();
    await aBookedImport(plainFile([{ 'Gift ID': anId(), Amount: '50,00', Date: '04.03.2019' }]), {
      ...german,
      system: 'List',
    });
    expect(await week()).toBe(before);
    expect(await march()).toBe(5_000);
  });
});

describe('what is not imported', () => {
  test('is deleted by hand, and after 30 days, with its file', async () => {
    const file = plainFile([{ 'Gift ID': anId(), Amount: '50,00' }]);
    const checked = await aCheckedImport(file, { ...german, system: 'List' });
    const old = await aCheckedImport(file, { ...german, system: 'List' });
    const keys = await testApp.db
      .selectFrom('imports')
      .select('storageKey')
      .where('id', 'in', [checked.id, old.id])
      .execute();
    const params = { id: checked.id };
    expect(
      (await testApp.call(deleteImport, { cookie: await as('importer'), params })).status,
    ).toBe(204);
    await sql`update imports set created_at = now() - interval '29 days' where id = ${old.id}`.execute(
      testApp.db,
    );
    await deleteOldImports(testApp.db);
    expect((await find(old.id)).state).toBe('checked');
    await sql`update imports set created_at = now() - interval '31 days' where id = ${old.id}`.execute(
      testApp.db,
    );
    await deleteOldImports(testApp.db);
    expect((await find(old.id)).state).toBeUndefined();
    const discarded = await testApp.db.selectFrom('discardedFiles').select('key').execute();
    for (const { storageKey } of keys) {
      expect(discarded.map(({ key }) => key)).toContain(storageKey);
    }
  });

  test('names nobody anymore who is erased, and its file is gone', async () => {
    const person = aPerson();
    const checked = await aCheckedImport(
      plainFile([{ 'Gift ID': anId(), Amount: '50,00', Email: person.email, Name: 'Vera Gone' }]),
      { ...german, system: 'List' },
    );
    const donation = await aBookedImport(
      plainFile([{ 'Gift ID': anId(), Amount: '50,00', Email: person.email, Name: 'Vera Gone' }]),
      { ...german, system: 'List' },
    );
    expect(donation.booked).toBe(1);
    const cookie = await signIn(testApp, await anAdministrator(testApp));
    const found = await testApp.call(findPerson, { cookie, body: { who: person.email } } as never);
    const body = { who: person.email, reason: 'A request', fingerprint: fingerprintOf(found.body) };
    const erased = await testApp.call(erasePerson, { cookie, body } as never);
    expect(erased.status, JSON.stringify(erased.error)).toBeLessThan(300);
    const { rows } = await sql<{ text: string }>`
      select donation::text as text from import_lines where import_id = ${checked.id}`.execute(
      testApp.db,
    );
    expect(rows[0]?.text).not.toMatch(/Vera|Gone/);
    expect(rows[0]?.text).toContain('Erased');
    expect((await find(checked.id)).titles).toEqual([]);
  });

  test('is booked for the cause that was chosen, also if its name is that of somebody who is erased', async () => {
    const person = { ...aPerson(), firstName: 'Adelgunde', lastName: 'Marchetti' };
    await aDonation(testApp, { person });
    const cause = await aCause(testApp);
    const Fund = 'Adelgunde Marchetti Fund';
    const file = plainFile([{ 'Gift ID': anId(), Amount: '50,00', Fund }]);
    const { id, revision } = await aCheckedImport(file, { ...german, system: 'List' });
    await sql`update import_lines set donation = donation || '{"note":"For Adelgunde Marchetti"}'
      where import_id = ${id}`.execute(testApp.db);
    const { body: chosen } = await testApp.call(chooseImportCauses, {
      cookie: await as('importer'),
      params: { id },
      body: { revision, importedCauses: [{ value: Fund, causeId: cause.id }] },
    });
    const cookie = await signIn(testApp, await anAdministrator(testApp));
    const erased = await testApp.call(erasePerson, { cookie, body: { who: person.email } });
    expect(erased.body).toMatchObject({ isErased: true });
    expect((await book(chosen)).status).toBe(200);
    expect(await donationsOf(await settled(id))).toMatchObject([
      { cause: cause.name, description: 'For [erased]' },
    ]);
  });

  test.each([
    ['that nobody has checked', false, { Amount: '50,00' }],
    ['that has a refunded donation of theirs', true, { Amount: '50,00', Status: 'refunded' }],
    ['of which their line cannot be read', true, { Amount: 'fifty' }],
  ])('a file %s brings nobody back who is erased', async (_, isChecked, line) => {
    const { email: who } = aPerson();
    const file = plainFile([
      { 'Gift ID': anId(), Email: `"${who.toUpperCase()}"`, ...line },
      { 'Gift ID': anId(), Email: aPerson().email, Amount: '7,00' },
    ]);
    const mapping = { ...german, system: 'List' };
    const { id } = isChecked ? await aCheckedImport(file, mapping) : (await upload(file)).body;
    const cookie = await signIn(testApp, await anAdministrator(testApp));
    const { storageKey } = await testApp.db
      .selectFrom('imports')
      .select('storageKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { body } = await testApp.call(findPerson, { cookie, body: { who } });
    expect(body.isNobody).toBe(false);
    expect(body.holdings.map(({ title }) => title)).toContain(
      'Addresses in files of donations that are not imported',
    );
    const erased = await testApp.call(erasePerson, { cookie, body: { who } });
    expect(erased.body).toMatchObject({ isErased: true });
    const again = await testApp.call(findPerson, { cookie, body: { who } });
    expect(again.body.isNobody).toBe(true);
    const discarded = await testApp.db.selectFrom('discardedFiles').select('key').execute();
    expect(discarded.map(({ key }) => key)).toContain(storageKey);
    const ended = await find(id);
    expect(ended).toMatchObject({ titles: [], state: isChecked ? 'checked' : 'uploaded' });
    expect(ended.problem).toMatch(
      isChecked
        ? /somebody in it was erased. What was checked before can still be imported/
        : /somebody in it was erased. Upload a copy without them.$/,
    );
    expect((await check(ended, mapping)).error.message).toMatch(/has been deleted/);
    // Whoever else was read comes in.
    if (isChecked) expect((await book(ended)).status).toBe(200);
  });
});

function fingerprintOf(body: unknown): unknown {
  return (body as { fingerprint?: string }).fingerprint;
}

describe('with a second person', () => {
  test('nothing is booked before somebody else has approved exactly this', async () => {
    const owners = [await anAdministrator(testApp), await anAdministrator(testApp)];
    const { fourEyes } = await testApp.settings.read(testApp.db);
    await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
    const known = await aCause(testApp);
    const fresh = `Roof ${newId()}`;
    const checked = await aCheckedImport(
      [
        'ID;Date;Amount;Fund;Spent',
        `${anId()};04.03.2026;50,00;${fresh};yes`,
        `${anId()};04.03.2026;20,00;${known.name};no`,
        '',
      ].join('\n'),
      { ...german, system: 'List' },
    );
    const asked = await book(checked);
    expect(asked.status).toBe(202);
    expect((await find(checked.id)).state).toBe('checked');
    const cookie = await signIn(testApp, owners[0]);
    const { body } = await testApp.call(listApprovals, { cookie, query: {} as never });
    const request = body.find(({ kind }) => kind === 'import');
    expect(request?.facts).toMatchObject([
      { label: 'File', value: 'gifts.csv', path: `/admin/imports/${checked.id}` },
      { label: 'From', value: 'List' },
      { label: 'Comes in', value: '2 donations, $70.00' },
      { label: 'Spent before', value: '$50.00 of that' },
      { label: 'Does not come in', value: 'Nothing' },
      { label: 'Known causes', value: `${known.name} (1 donation, $20.00)` },
      { label: 'New causes', value: `${fresh} (1 donation, $50.00)` },
    ]);
    const approved = await testApp.call(approve, {
      cookie,
      params: { id: request?.id as never },
      body: { fingerprint: request?.fingerprint ?? '' },
    });
    expect(approved.body.status).toBe('approved');
    const booked = await settled(checked.id);
    expect(booked).toMatchObject({ state: 'booked', booked: 2, spentBefore: 5_000 });
    expect((await takeBack(booked)).status).toBe(202);
    await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: false } });
  });
});

test('amounts of other currencies are no money of the books, however they are written', async () => {
  const written = ['€5.00', '5.00 €', '£5.00', '¥5000', 'EUR5.00', '5.00EUR', 'EUR 5.00', '₹5'];
  const checked = await aCheckedImport(
    plainFile([
      { 'Gift ID': anId(), Amount: '$5.00', Date: '2026-01-02' },
      ...written.map((Amount) => ({ 'Gift ID': anId(), Amount, Date: '2026-01-02' })),
    ]),
    { decimalMark: '.', dateOrder: 'ymd', system: 'Signs' },
  );
  expect(checked.counts).toMatchObject({ new: 1, problem: written.length });
});

test('a cut through an emoji, and signs that nobody sees, keep neither a line nor a comment out', async () => {
  const name = `${'a'.repeat(99)}😀${'b'.repeat(5)} Last`;
  const booked = await aBookedImport(
    `ID,Day,Sum,Fund,Name,Comment\n${anId()},2026-01-02,5.00,Water,${name},"Thanks\u0007, ${'x'.repeat(4_992)}😀"\n`,
    {
      delimiter: ',',
      decimalMark: '.',
      dateOrder: 'ymd',
      system: 'Emoji',
      idColumn: 0,
      dateColumn: 1,
      amountColumn: 2,
      causeColumn: 3,
      nameColumn: 4,
      noteColumn: 5,
    },
  );
  const [donation] = await donationsOf(booked);
  expect(donation?.firstName).toMatch(/^a{99}/);
  const { description } = await testApp.db
    .selectFrom('donations')
    .select('description')
    .where('id', '=', donation?.id as never)
    .executeTakeFirstOrThrow();
  expect(description).toMatch(/^Thanks , x{4000}/);
});

test('an import that does not go on keeps no other one waiting, and the team is told', async () => {
  const file = () => plainFile([{ 'Gift ID': anId(), Amount: '5,00' }]);
  const stuck = await aCheckedImport(file(), { ...german, system: 'Stuck' });
  // As if what it needs had vanished.
  await sql`update imports set state = 'booking', causes = '[]', storage_key = null,
    booked_by = ${newId()}, booked_at = now() where id = ${stuck.id}`.execute(testApp.db);
  const other = await aBookedImport(file(), { ...german, system: 'Other' });
  expect(other.state).toBe('booked');
  const alerts = sql<{ path: string }>`
    select path from alerts where key = ${`import-stuck:${stuck.id}`}`;
  await expect
    .poll(async () => (await alerts.execute(testApp.db)).rows)
    .toEqual([{ path: `/admin/imports/${stuck.id}` }]);
  await sql`delete from imports where id = ${stuck.id}`.execute(testApp.db);
});
