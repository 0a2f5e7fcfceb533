import { describe, expect, test } from 'vitest';
import { tryImportMapping } from '#contract/imports/imports.ts';
import { listApprovals } from '#contract/people/approvals.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { importCalls } from '#test/support/imports.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
const calls = importCalls(testApp);
const { as, upload, check, settled, aCheckedImport, aBookedImport, book, takeBack } = calls;
const { linesOf, donationsOf } = calls;

let next = 0;
/** An ID that no other test has given a donation. */
const anId = () => {
  next += 1;
  return `C-${next}`;
};
const ofOurList = { system: 'Columns' } as const;

async function tryOf(content: string) {
  const { body } = await upload(content);
  const tried = await testApp.call(tryImportMapping, {
    cookie: await as('importer'),
    params: { id: body.id },
    body: { importMapping: body.mapping },
  });
  return { mapping: body.mapping, trial: tried.body };
}

const fund = 'Columns of files';

describe('what a file does not tell stays empty', () => {
  test.each([
    [
      'Recommended By,Grant Id,ACH Group Id,Effective Date,Reference\nA,1,555,2026-02-03,7\n',
      'amountColumn',
    ],
    ['Invoice,Batch,Given by\n1,2,Ada\n', 'dateColumn'],
    ['Amount,Total,Date\n5.00,6.00,2026-02-03\n', 'amountColumn'],
    ['Date,Amount\n2/3/2026,5.00\n', 'dateOrder'],
  ] as const)('%j has no %s', async (content, field) => {
    const { mapping, trial } = await tryOf(content);
    expect(mapping[field]).toBeNull();
    expect(trial?.examples).toEqual([]);
    expect(trial?.problem).toMatch(/^Choose the /);
  });

  test('and is asked for before the file is checked', async () => {
    const { body } = await upload('Number,Given on,Sum in all\n1,2026-02-03,5.00\n');
    const refused = await check(body, ofOurList);
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      { 'importMapping.amountColumn': 'Choose a column' },
    ]);
  });

  test.each([
    ['Gift Date,Gift Amount,Net Amount,Fee Amount', [0, 1]],
    ['Donation Date,Donation Currencies,Donation Amount,Amount Refunded', [0, 2]],
    ['settled_total_amount,settled_currency,created_at', [2, 0]],
    ['Datum,Brutto,Gebühr,Netto', [0, 1]],
    ['Date du don,Montant,Frais', [0, 1]],
    ['Fecha,Importe,Comisión', [0, 1]],
    ['Data,Kwota,Opłata', [0, 1]],
    ['available_on_utc,created_utc,gross,fee,net', [1, 2]],
  ] as const)('%s is known by its words', async (titles, [dateColumn, amountColumn]) => {
    const cells = titles.split(',').map((_, place) => `${place}`);
    const { mapping } = await tryOf(`${titles}\n${cells.join(',')}\n`);
    expect(mapping).toMatchObject({ dateColumn, amountColumn });
  });

  test('a consent is no number, and a time zone no currency', async () => {
    const { mapping } = await tryOf(
      'Date,Time Zone,Amount,Do Not Phone,Email Opt-in\n2026-02-03,PDT,5.00,No,Yes\n',
    );
    expect(mapping).toMatchObject({ phoneColumn: null, emailColumn: null, currencyColumn: null });
    const checked = await aCheckedImport('Date,Zone,Amount\n2026-02-03,PDT,5.00\n', {
      ...ofOurList,
      idColumn: null,
      currencyColumn: 1,
    });
    const [line] = (await linesOf(checked)) ?? [];
    expect(line?.remark).toBe('We do not know the currency “PDT”.');
  });
});

describe('columns that are not what they seem', () => {
  test('a row with a comma that is not quoted is a problem, and no smaller donation', async () => {
    const checked = await aCheckedImport(
      'Date,Name,Amount\n2026-02-03,Ada,1,050.00\n2026-02-03,Ada,"1,050.00"\n',
      { ...ofOurList, idColumn: null },
    );
    expect((await linesOf(checked)).map(({ outcome, amount }) => [outcome, amount])).toEqual([
      ['problem', null],
      ['new', 105_000],
    ]);
  });

  test('amounts in another currency than that of the books are refused by their title', async () => {
    const checked = await aCheckedImport('Date,Amount (EUR)\n2026-02-03,5.00\n', {
      ...ofOurList,
      idColumn: null,
    });
    expect(checked).toMatchObject({
      state: 'uploaded',
      problem: 'The column “Amount (EUR)” is in EUR, and the books are in USD.',
    });
  });

  test.each([
    ['Fecha,Nombre,Apellidos,Importe', { firstNameColumn: 1, lastNameColumn: 2, nameColumn: null }],
    ['Date,Name,Amount,Refund Amount', { nameColumn: 1, refundedColumn: 3 }],
    ['Date,Amount (cents)', { amountColumn: null }],
  ])('%s', async (titles, mapping) => {
    const cells = titles.split(',').map(() => '1');
    expect((await tryOf(`${titles}\n${cells.join(',')}\n`)).mapping).toMatchObject(mapping);
  });
});

describe('words about payments', () => {
  test('are known in the languages of those who send them, for status and kind', async () => {
    const { email } = aPerson();
    const [first, second, third] = [anId(), anId(), anId()];
    const rows = [
      [first, 'Spendenzahlung', 'Abgeschlossen'],
      [second, 'Spendenzahlung', 'Ausstehend'],
      [third, 'Auszahlung', 'Abgeschlossen'],
    ];
    const checked = await aCheckedImport(
      `Datum;Name;Typ;Status;Währung;Brutto;Gebühr;Absender E-Mail-Adresse;Transaktionscode\n${rows
        .map(
          ([id, type, status]) =>
            `05.03.2026;Dora Donor;${type};${status};USD;50,00;-1,10;${email};${id}`,
        )
        .join('\n')}\n`,
      { ...ofOurList, dateOrder: 'dmy' },
    );
    expect((await linesOf(checked))?.map(({ outcome, remark }) => [outcome, remark])).toEqual([
      ['new', ''],
      ['left_out', 'Its status is “Ausstehend”.'],
      ['left_out', 'Its kind is “Auszahlung”.'],
    ]);
  });

  test('that nobody knows are shown, wherever they stand, and mean what somebody says', async () => {
    // Beyond the first lines, which a trial reads.
    const many = Array.from({ length: 2_000 }, () =>
      `${anId()},2026-02-03,5.00,paid,`.padEnd(60, 'x'),
    );
    const content = `ID,Date,Amount,Status,Note\n${anId()},2026-02-03,5.00,Banked,\n${many.join('\n')}\n${anId()},2026-02-03,5.00,Bounced,\n`;
    const { trial } = await tryOf(content);
    expect(trial).toMatchObject({
      problem: 'Line 2: We do not know what the status “Banked” means.',
      unknownWords: ['Banked'],
    });
    const checked = await aCheckedImport(content, ofOurList);
    expect(checked).toMatchObject({
      counts: { new: 2_000, problem: 2 },
      unknownWords: ['Banked', 'Bounced'],
    });
    await check(checked, { donatedWords: ['banked'], leftOutWords: ['Bounced'] });
    expect(await settled(checked.id)).toMatchObject({
      counts: { new: 2_001, problem: 0, left_out: 1 },
      unknownWords: [],
    });
  });

  test('money that went back or out is no donation', async () => {
    const checked = await aCheckedImport(
      `ID,Date,Amount\n${anId()},2026-02-03,-50.00\n`,
      ofOurList,
    );
    expect((await linesOf(checked))?.map(({ outcome, remark }) => [outcome, remark])).toEqual([
      ['left_out', 'It is money that went back or out.'],
    ]);
  });
});

describe('a match beside a donation', () => {
  test('is a donation of its own of the same donor, known again and taken back with it', async () => {
    const { email } = aPerson();
    const [both, alone, without] = [anId(), anId(), anId()];
    const content = (match: string) =>
      `Transaction ID,Date,Total Donation to be Acknowledged,Match Amount,Company,Email,Fund\n${both},2026-02-03,20.00,${match},Acme,${email},${fund}\n${alone},2026-02-03,0.00,7.50,Acme,${email},${fund}\n${without},2026-02-03,3.00,,Acme,${email},${fund}\n`;
    const checked = await aCheckedImport(content('10.00'), ofOurList);
    expect(checked.mapping).toMatchObject({
      amountColumn: 2,
      matchColumn: 3,
      organizationColumn: 4,
    });
    const lines = (await linesOf(checked)) ?? [];
    expect(lines.map(({ line, externalId, amount }) => [line, externalId, amount])).toEqual([
      [2, both, 2_000],
      [2, `${both} match`, 1_000],
      [3, `${alone} match`, 750],
      [4, without, 300],
    ]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(4);
    await book(checked);
    const booked = await settled(checked.id);
    expect(booked).toMatchObject({ state: 'booked', booked: 4, amount: 4_050 });
    const donors = new Set((await donationsOf(booked)).map(({ donorId }) => donorId));
    expect(donors.size).toBe(1);

    const again = await aCheckedImport(content('11.00'), ofOurList);
    expect((await linesOf(again))?.map(({ outcome }) => outcome)).toEqual([
      'known',
      'changed',
      'known',
      'known',
    ]);
    await takeBack(booked);
    expect(await settled(booked.id)).toMatchObject({ state: 'taken_back', takenBack: 4 });
  });
});

test('an organization has its name; beside a person, it stands in the comment', async () => {
  const [alone, beside] = [anId(), anId()];
  const booked = await aBookedImport(
    `ID,Date,Amount,First Name,Last Name,Business or organization name,Comment,Fund\n${alone},2026-02-03,5.00,,,Rotary Club of Springfield,,${fund}\n${beside},2026-02-03,6.00,Ada,Lovelace,Analytical Engines,Thanks,${fund}\n`,
    ofOurList,
  );
  const donations = await testApp.db
    .selectFrom('importLines')
    .innerJoin('donations', 'donations.id', 'importLines.donationId')
    .select(['firstName', 'lastName', 'description'])
    .where('importId', '=', booked.id)
    .orderBy('line')
    .execute();
  expect(donations).toEqual([
    { firstName: null, lastName: 'Rotary Club of Springfield', description: '' },
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      description: 'Thanks\nOrganization: Analytical Engines',
    },
  ]);
});

test('what looks read from the wrong column is said to both people before anything is imported', async () => {
  for (const _ of Array.from({ length: 5 })) await aDonation(testApp, { amount: 2_500 });
  const invoices = `Invoice,Date,Number,Fund\n${['10.50,2026-02-03,11331', '20.25,2026-02-04,11332', '30.75,2026-02-05,11334'].map((row) => `${row},${fund}\n`).join('')}`;
  const checked = await aCheckedImport(invoices, { ...ofOurList, idColumn: 0, amountColumn: 2 });
  expect(checked.warnings).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^At least half of the donations in the file are of \$11,332\.00/),
      expect.stringMatching(/^The amounts look like the numbers of something/),
      expect.stringMatching(/^The IDs look like amounts/),
    ]),
  );
  const cookie = await signIn(testApp, await anAdministrator(testApp));
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  expect((await book(checked)).status).toBe(202);
  const { body } = await testApp.call(listApprovals, { cookie, query: {} as never });
  const facts = body.find(({ kind }) => kind === 'import')?.facts ?? [];
  expect(facts.filter(({ label }) => label === 'Warning').map(({ value }) => value)).toEqual(
    checked.warnings,
  );
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: false } });
});

test('times are of the time zone that their line names, and one that cannot be read is a problem', async () => {
  const { timeZone } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { timeZone: 'Europe/Berlin' });
  const content = `Transaction ID,Date,Time,TimeZone,Amount,Name
${anId()},2026-02-03,23:30:00,PST,5.00,"Lovelace, Ada"
${anId()},2026-02-03,23:30:00,UTC,5.00,"Lovelace, Inc."
${anId()},2026-02-03,23:30:00,,5.00,Not shared by donor
${anId()},2026-02-03,23:30:00,IST,5.00,Ada Lovelace
${anId()},2026-02-03,half past,UTC,5.00,Ada Lovelace
Totals,,,,25.00,
`;
  const { body } = await upload(content);
  expect(body.mapping).toMatchObject({ timeColumn: 2, zoneColumn: 3 });
  const asked = { ...ofOurList, timeZone: 'America/New_York' };
  await check(body, asked);
  await settled(body.id);
  const lines = await linesOf(body);
  await changeSettings(testApp, { timeZone });
  expect(lines.map(({ outcome, remark }) => [outcome, remark])).toEqual([
    ['new', ''],
    ['new', ''],
    ['new', ''],
    ['problem', 'We do not know the time zone “IST”.'],
    ['problem', 'We cannot read the time “half past”.'],
    ['left_out', 'It is a sum.'],
  ]);
  const donations = await testApp.db
    .selectFrom('importLines')
    .select('donation')
    .where('importId', '=', body.id)
    .where('outcome', '=', 'new')
    .orderBy('line')
    .execute();
  expect(donations.map(({ donation }) => donation)).toMatchObject([
    // 08:30 of the next day in Berlin.
    { receivedOn: '2026-02-04', firstName: 'Ada', lastName: 'Lovelace' },
    { receivedOn: '2026-02-04', givenAt: '2026-02-03T23:30:00.000Z', lastName: 'Inc.' },
    { receivedOn: '2026-02-04', givenAt: '2026-02-04T04:30:00.000Z', firstName: '', lastName: '' },
  ]);
});

test.each(['ja', 'Oui', 'sí', 'Nein', 'não'])(
  '%s says whether a gift is anonymous',
  async (word) => {
    const content = `ID,Date,Amount,Anonym\n${anId()},2026-02-03,5.00,${word}\n`;
    const { body } = await upload(content);
    await check(body, ofOurList);
    await settled(body.id);
    expect(await linesOf(body)).toMatchObject([{ outcome: 'new' }]);
  },
);
