import { describe, expect, test } from 'vitest';
import {
  type CsvDraft,
  type CsvMapping,
  csvMapping,
  saveCsvMapping,
  tryCsvMapping,
} from '#contract/banking/bank-accounts.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
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
const american = csvMapping.parse({
  ...{ delimiter: ',', skippedLines: 0, decimalMark: '.', dateOrder: 'mdy' },
  ...{ dateColumn: 0, amountColumn: 3, incomingColumn: null, outgoingColumn: null },
  ...{ balanceColumn: 4, referenceColumn: null, counterpartyColumn: 1, textColumns: [2] },
});
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
const save = async (id: BankAccountId, sample: string, mapping: CsvDraft) =>
  testApp.call(saveCsvMapping, {
    cookie: await cookie(),
    params: { id },
    body: { sample, mapping: mapping as CsvMapping },
  });
const cents = (lines: { cents: number }[]) => lines.map((line) => line.cents);

describe('before a mapping is saved', () => {
  test('its columns are guessed, and three lines are shown as they would be read', async () => {
    const { id } = await anAccount();
    const { body } = await tryIt(id, csv(story));
    expect(body.guess).toEqual(american);
    expect(body.titles).toEqual(['Date', 'Payee', 'Description', 'Amount', 'Balance']);
    expect(body.problem).toBeNull();
    expect(body.examples).toEqual([
      {
        ...{ bookedOn: '2026-01-05', cents: 25_000, balanceCents: 125_000 },
        ...{ text: 'Thank you, "all"', counterparty: 'Ada' },
      },
      expect.objectContaining({ cents: -1_250, balanceCents: 123_750 }),
      expect.objectContaining({ bookedOn: '2026-01-30', cents: -120_000, balanceCents: 3_750 }),
    ]);
  });

  test('a file with lines above the titles, commas, and days first is guessed, too', async () => {
    const { id } = await anAccount();
    const { body } = await tryIt(id, german);
    expect(body.guess).toMatchObject({
      ...{ delimiter: ';', skippedLines: 2, decimalMark: ',', dateOrder: 'dmy' },
      ...{ dateColumn: 0, amountColumn: 4, incomingColumn: null, outgoingColumn: null },
      ...{ balanceColumn: 5, referenceColumn: null, counterpartyColumn: 2, textColumns: [3] },
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
  ] as const)('%s is told with the cell, and cannot be saved', async (_, wrong, cell) => {
    const { id } = await anAccount();
    const mapping = { ...american, ...wrong };
    const message = `Line 2 of this file has ${cell}, which we cannot read.`;
    expect((await tryIt(id, csv(story), mapping)).body).toMatchObject({
      problem: message,
      examples: [],
      rows: [expect.any(Array), expect.any(Array), expect.any(Array)],
    });
    expect(await save(id, csv(story), mapping)).toMatchObject({
      status: 422,
      error: { code: 'statement_unreadable', message },
    });
  });

  test('thousands are not taken for decimals', async () => {
    const { id } = await anAccount();
    const sample = 'Date;Payee;Text;Amount\n01/05/2026;Ada;Gift;1.200\n01/06/2026;Bob;Gift;50\n';
    const mapping = { ...american, delimiter: ';', balanceColumn: null } as const;
    const { body } = await tryIt(id, sample, mapping);
    expect(body.problem).toContain(
      'Line 2 of this file has the amount "1.200", which does not say whether its mark separates thousands.',
    );
    const other = await tryIt(id, sample, { ...mapping, decimalMark: ',' });
    expect(cents(other.body.examples)).toEqual([120_000, 5_000]);
  });

  test('one amount or one column for each direction has to be chosen', async () => {
    const { id } = await anAccount();
    const both = { ...american, incomingColumn: 1, outgoingColumn: 2 };
    expect((await save(id, csv(story), both)).status).toBe(400);
    expect((await save(id, csv(story), { ...american, amountColumn: null })).status).toBe(400);
  });

  test('no CSV file can be imported', async () => {
    const { id } = await anAccount();
    expect(await send(id, csv(story))).toMatchObject({
      status: 422,
      error: { message: expect.stringMatching(/nobody has said yet how CSV files/) },
    });
  });
});

describe('with a saved mapping', () => {
  test('a file is imported, oldest line first, whichever way round it is', async () => {
    const { id } = await anAccount();
    expect((await save(id, csv(story), american)).body).toMatchObject({ csvMapping: american });
    expect((await send(id, csv(story))).body).toMatchObject({ added: 3, known: 0 });
    expect(await statementsOf(id)).toMatchObject([
      { openingCents: 100_000, closingCents: 3_750, format: 'csv', firstDay: '2026-01-05' },
    ]);
    const { id: other } = await anAccount();
    const { body } = await tryIt(other, german);
    await save(other, german, body.guess);
    // As programs of banks write it.
    expect((await send(other, Buffer.from(german, 'latin1'))).body.added).toBe(3);
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
    await save(id, split, body.guess);
    expect(await send(id, split, { closingCents: 200_000 })).toMatchObject({ body: { added: 3 } });
    expect(cents(await linesOf(id))).toEqual([-300, 125_000, -1_250]);
  });

  test('without a column for the balance, somebody types the last one', async () => {
    const { id } = await anAccount();
    const file = csv(story, { withBalance: false });
    await save(id, file, { ...american, balanceColumn: null });
    expect(await send(id, file)).toMatchObject({
      status: 409,
      error: { code: 'closing_balance_missing' },
    });
    expect((await send(id, file, { closingCents: 3_750 })).status).toBe(200);
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
    await save(id, csv(story), american);
    const lines = csv(story).split('\n');
    const refused = { status: 422, error: { code: 'statement_unreadable' } };
    expect(await send(id, csv(story).replace('Payee', 'Who'))).toMatchObject(refused);
    expect(await send(id, [lines[0], lines[1], lines[3]].join('\n'))).toMatchObject(refused);
    expect(await send(id, `${csv(story)}"never closed`)).toMatchObject(refused);
    expect(await statementsOf(id)).toEqual([]);
  });

  test('rows of sums below the lines are left out', async () => {
    const { id } = await anAccount();
    await save(id, csv(story), american);
    expect((await send(id, `${csv(story)},,Total lines: 3,,\n`)).body.added).toBe(3);
  });
});
