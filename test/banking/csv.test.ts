import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { listBankAccounts } from '#contract/banking/bank-accounts.ts';
import type { CsvDraft } from '#contract/banking/csv-mapping.ts';
import { tryCsvMapping } from '#contract/banking/csv-trials.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { csvMappingOfTests } from '#test/support/bank-csv.ts';
import { type BankStory, csv } from '#test/support/bank-files.ts';

const testApp = useTestApp({ checksEach: true });
const { cookie, anAccount, send, linesOf, statementsOf } = bankCalls(testApp);

const story: BankStory = {
  openingCents: 100_000,
  lines: [
    { day: '2026-01-05', cents: 25_000, text: 'Thank you, "all"', name: 'Ada' },
    { day: '2026-01-05', cents: -1_250, text: 'Fee' },
    { day: '2026-01-30', cents: -120_000, text: 'Heat', name: 'Stove Shop' },
  ],
};
const german = `Kontoauszug;;;;;
Konto;DE89370400440532013000;;;;
Buchungstag;Wertstellung;Auftraggeber/Empfänger;Verwendungszweck;Betrag;Saldo
30.01.2026;30.01.2026;Ofen-Müller;Heizung;-1.200,00;37,50 USD
05.01.2026;05.01.2026;Bank;Gebühr;-12,50;1.237,50 USD
05.01.2026;05.01.2026;Ada;Danke;250,00;1.250,00 USD
`;
const split = `Posted,Details,Paid out,Paid in
2026-01-05,Fee,12.50,
2026-01-06,Gift,,"1,250.00"
2026-01-07,Returned,3.00,0.00
`;

const tryIt = async (id: BankAccountId, sample: string, mapping: CsvDraft | null = null) =>
  testApp.call(tryCsvMapping, {
    cookie: await cookie(),
    params: { id },
    body: { sample, mapping },
  });
const savedFor = async (id: BankAccountId) => {
  const { body } = await testApp.call(listBankAccounts, { cookie: await cookie() });
  return body.find((account) => account.id === id)?.csvMapping;
};
const cents = (lines: { cents: number }[]) => lines.map((line) => line.cents);

describe('the first CSV file of an account', () => {
  test('its columns are guessed, and three lines are shown as they would be read', async () => {
    const { id } = await anAccount();
    const { body } = await tryIt(id, csv(story));
    expect(body.guess).toEqual(csvMappingOfTests);
    expect(body.titles).toEqual(['Date', 'Payee', 'Description', 'Amount', 'Balance']);
    expect(body.problem).toBeNull();
    expect(body.examples).toEqual([
      {
        bookedOn: '2026-01-05',
        cents: 25_000,
        balanceCents: 125_000,
        text: 'Thank you, "all"',
        counterparty: 'Ada',
      },
      expect.objectContaining({ cents: -1_250, balanceCents: 123_750 }),
      expect.objectContaining({ bookedOn: '2026-01-30', cents: -120_000, balanceCents: 3_750 }),
    ]);
  });

  test('a file with lines above the titles, commas, and days first is guessed, too', async () => {
    const { id } = await anAccount();
    const { body } = await tryIt(id, german);
    expect(body.guess).toMatchObject({
      delimiter: ';',
      skippedLines: 2,
      decimalMark: ',',
      dateOrder: 'dmy',
      dateColumn: 0,
      amountColumn: 4,
      incomingColumn: null,
      outgoingColumn: null,
      balanceColumn: 5,
      referenceColumn: null,
      counterpartyColumn: 2,
      textColumns: [3],
    });
    expect(body.examples).toMatchObject([
      { bookedOn: '2026-01-30', cents: -120_000, balanceCents: 3_750, text: 'Heizung' },
      { bookedOn: '2026-01-05', cents: -1_250, balanceCents: 123_750, text: 'Gebühr' },
      { bookedOn: '2026-01-05', cents: 25_000, balanceCents: 125_000, counterparty: 'Ada' },
    ]);
  });

  test.each([
    ['the wrong order of days', { dateOrder: 'ymd' }, 'the day "01/05/2026"'],
    ['the wrong decimal mark', { decimalMark: ',' }, 'the balance "1250.00"'],
    ['the wrong column', { amountColumn: 2 }, 'the amount "Thank you, "all""'],
  ] as const)(
    '%s is told with the cell, and not kept for the next file',
    async (_, wrong, cell) => {
      const { id } = await anAccount();
      const mapping = { ...csvMappingOfTests, ...wrong };
      const message = `Line 2 of this file has ${cell}, which we cannot read.`;
      expect((await tryIt(id, csv(story), mapping)).body).toMatchObject({
        problem: message,
        examples: [],
        rows: [expect.any(Array), expect.any(Array), expect.any(Array)],
      });
      expect(await send(id, csv(story), { csvMapping: mapping })).toMatchObject({
        status: 422,
        error: { code: 'statement_unreadable', message: `${message} Nothing was imported.` },
      });
      expect(await savedFor(id)).toBeNull();
    },
  );

  test('thousands are not taken for decimals', async () => {
    const { id } = await anAccount();
    const sample = 'Date;Payee;Text;Amount\n01/05/2026;Ada;Gift;1.200\n01/06/2026;Bob;Gift;50\n';
    const mapping = { ...csvMappingOfTests, delimiter: ';', balanceColumn: null } as const;
    const { body } = await tryIt(id, sample, mapping);
    expect(body.problem).toContain(
      'Line 2 of this file has the amount "1.200", which does not say whether its mark separates thousands.',
    );
    const other = await tryIt(id, sample, { ...mapping, decimalMark: ',' });
    expect(cents(other.body.examples)).toEqual([120_000, 5_000]);
  });

  test('one amount or one column for each direction has to be chosen', async () => {
    const { id } = await anAccount();
    const both = { ...csvMappingOfTests, incomingColumn: 1, outgoingColumn: 2 };
    const neither = { ...csvMappingOfTests, amountColumn: null };
    expect((await send(id, csv(story), { csvMapping: both })).status).toBe(400);
    expect((await send(id, csv(story), { csvMapping: neither })).status).toBe(400);
  });

  test('is not imported until somebody says how it is read', async () => {
    const { id } = await anAccount();
    expect(await send(id, csv(story))).toMatchObject({
      status: 422,
      error: { message: expect.stringMatching(/nobody has said yet how CSV files/) },
    });
  });
});

describe('how a CSV file is read', () => {
  test('is kept for the next one, and the oldest line comes first', async () => {
    const { id } = await anAccount();
    const first = await send(id, csv(story), { csvMapping: csvMappingOfTests });
    expect(first.body).toMatchObject({ added: 3, known: 0 });
    expect(await savedFor(id)).toEqual(csvMappingOfTests);
    expect(await statementsOf(id)).toMatchObject([
      { openingCents: 100_000, closingCents: 3_750, format: 'csv', firstDay: '2026-01-05' },
    ]);
    const { id: other } = await anAccount();
    const { body } = await tryIt(other, german);
    // As programs of banks write it.
    const bytes = Buffer.from(german, 'latin1');
    expect((await send(other, bytes, { csvMapping: body.guess })).body.added).toBe(3);
    expect(await linesOf(other)).toMatchObject([
      { cents: -120_000, counterparty: 'Ofen-Müller' },
      { cents: -1_250 },
      { cents: 25_000 },
    ]);
  });

  test('two columns for amounts are one signed amount', async () => {
    const { id } = await anAccount();
    const { body } = await tryIt(id, split);
    expect(body.guess).toMatchObject({ amountColumn: null, incomingColumn: 3, outgoingColumn: 2 });
    const said = { csvMapping: body.guess, closingCents: 200_000 };
    expect(await send(id, split, said)).toMatchObject({ body: { added: 3 } });
    expect(cents(await linesOf(id))).toEqual([-300, 125_000, -1_250]);
  });

  test('without a column for the balance, somebody types the last one', async () => {
    const { id } = await anAccount();
    const file = csv(story, { withBalance: false });
    const csvMapping = { ...csvMappingOfTests, balanceColumn: null };
    expect(await send(id, file, { csvMapping })).toMatchObject({
      status: 409,
      error: { code: 'closing_balance_missing' },
    });
    expect((await send(id, file, { csvMapping, closingCents: 3_750 })).status).toBe(200);
    const next = csv(
      { openingCents: 0, lines: [{ day: '2026-02-01', cents: 100 }] },
      { withBalance: false },
    );
    expect(await send(id, next, { closingCents: 4_000 })).toMatchObject({
      error: { code: 'statement_gap', message: expect.stringContaining('difference of $1.50') },
    });
    expect((await send(id, next, { closingCents: 3_850 })).status).toBe(200);
  });

  test('a file with other columns, or from which a line was cut, is refused', async () => {
    const { id } = await anAccount();
    await send(id, csv(story), { csvMapping: csvMappingOfTests });
    const next = csv({ ...story, openingCents: 3_750 });
    const lines = next.split('\n');
    const refused = { status: 422, error: { code: 'statement_unreadable' } };
    expect(await send(id, next.replace('Payee', 'Who'))).toMatchObject(refused);
    expect(await send(id, [lines[0], lines[1], lines[3]].join('\n'))).toMatchObject(refused);
    expect(await send(id, `${next}"never closed`)).toMatchObject(refused);
    expect(await statementsOf(id)).toHaveLength(1);
  });

  test('rows of sums below the lines are left out', async () => {
    const { id } = await anAccount();
    const file = `${csv(story)},,Total lines: 3,,\n`;
    expect((await send(id, file, { csvMapping: csvMappingOfTests })).body.added).toBe(3);
  });

  test('stays as it was when a file is refused, whatever was said about that one', async () => {
    const { id } = await anAccount();
    await send(id, csv(story), { csvMapping: csvMappingOfTests });
    const gap = csv({ ...story, openingCents: 1 }).replace('Payee', 'Who');
    const other = { ...csvMappingOfTests, counterpartyColumn: null };
    expect(await send(id, gap, { csvMapping: other })).toMatchObject({ status: 409 });
    expect(await savedFor(id)).toEqual(csvMappingOfTests);
    expect(await send(id, csv(story), { csvMapping: other })).toMatchObject({
      status: 409,
      error: { code: 'statement_known' },
    });
    expect(await savedFor(id)).toEqual(csvMappingOfTests);
  });

  test('is said for all files of a ZIP file, whose columns are the same', async () => {
    const { id } = await anAccount();
    const february = csv({ openingCents: 3_750, lines: [{ day: '2026-02-01', cents: 100 }] });
    const zipOf = (second: string) =>
      zipSync({ 'one.csv': strToU8(csv(story)), 'two.csv': strToU8(second) });
    expect(
      await send(id, zipOf(february.replace('Payee', 'Who')), { csvMapping: csvMappingOfTests }),
    ).toMatchObject({ status: 422 });
    expect((await send(id, zipOf(february), { csvMapping: csvMappingOfTests })).body.added).toBe(4);
  });

  test('that is read otherwise than the one before brings no line of its last day again', async () => {
    const { id } = await anAccount();
    const lastDay = [
      { day: '2026-01-30', cents: 50_000, text: 'Gift', name: 'Ada' },
      { day: '2026-01-30', cents: -50_000, text: 'Returned', name: 'Ada' },
    ];
    await send(id, csv({ ...story, lines: [...story.lines.slice(0, 2), ...lastDay] }), {
      csvMapping: csvMappingOfTests,
    });
    const february = [...lastDay, { day: '2026-02-01', cents: 100, text: 'Gift' }];
    const next = csv({ openingCents: 123_750, lines: february });
    const csvMapping = { ...csvMappingOfTests, counterpartyColumn: null };
    expect(await send(id, next, { csvMapping })).toMatchObject({
      error: { code: 'statement_differs' },
    });
    expect(await linesOf(id)).toHaveLength(4);
    expect((await send(id, next)).body).toMatchObject({ added: 1, known: 2 });
  });
});
