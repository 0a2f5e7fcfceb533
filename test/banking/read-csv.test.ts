import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { CsvDraft, CsvMapping } from '#contract/banking/csv-mapping.ts';
import { readCsv } from '#server/banking/bank-statements/read-csv.ts';
import { readFile } from '#server/banking/bank-statements/read-file.ts';
import { guessMapping } from '#server/banking/csv-mappings/guess-mapping.ts';
import { tryMapping } from '#server/banking/csv-mappings/try-mapping.ts';

/* What banks of many countries write, and what of it tells by itself how it is read. */

const currencyOf = (code: string) => ({ code, digits: code === 'JPY' ? 0 : 2 });
const guess = (text: string, code = 'EUR') => guessMapping(text, currencyOf(code));
/** Reads a file as it looks, after what somebody has said about it. */
function read(text: string, said: Partial<CsvMapping> = {}, code = 'EUR') {
  const mapping = { ...guess(text, code), ...said } as CsvMapping;
  const { titles } = tryMapping({ currency: code }, text, mapping);
  return readCsv(text, { mapping, titles }, currencyOf(code));
}
const moneyOf = (text: string, said: Partial<CsvMapping> = {}, code = 'EUR') =>
  read(text, said, code).lines.map(({ bookedOn, cents }) => [bookedOn, cents]);

describe('a file reads itself', () => {
  const inAndOut = [
    ['2026-03-05', 5_000],
    ['2026-03-17', -2_000],
  ];
  test.each([
    [
      'of Germany',
      `Buchungstag;Valutadatum;Bankname Auftragskonto;Name Zahlungsbeteiligter;Verwendungszweck;Umsatzart;Betrag;Waehrung;Saldo nach Buchung
05.03.2026;05.03.2026;GLS;Dora Donor;Spende;Gutschrift;50,00;EUR;150,00
17.03.2026;17.03.2026;GLS;Vermieter;Miete;Lastschrift;-20,00;EUR;130,00`,
      { dateColumn: 0, amountColumn: 6, counterpartyColumn: 3, textColumns: [4], balanceColumn: 8 },
    ],
    [
      'of Germany, with Soll and Haben',
      `Buchungsdatum;Empfänger/Auftraggeber;Verwendungszweck;Soll;Haben
05.03.26;Dora Donor;Spende;;50,00
17.03.26;Vermieter;Miete;20,00;`,
      { incomingColumn: 4, outgoingColumn: 3, counterpartyColumn: 1 },
    ],
    [
      'of Germany, with the direction behind the amount',
      `Datum;Text;Betrag
05.03.2026;Spende;50,00 H
17.03.2026;Miete;20,00 S`,
      { amountColumn: 2 },
    ],
    [
      'of the Netherlands',
      `"Datum","Naam / Omschrijving","Rekening","Af Bij","Bedrag (EUR)","Mededelingen"
"20260305","D DONOR","NL01","Bij","50,00","Gift"
"20260317","RENT BV","NL01","Af","20,00","Huur"`,
      { directionColumn: 3, amountColumn: 4, counterpartyColumn: 1, textColumns: [5] },
    ],
    [
      'of France',
      `Date opération;Date valeur;Libellé;Débit;Crédit;Solde
05/03/2026;05/03/2026;VIR DORA;;50,00;150,00
17/03/2026;17/03/2026;LOYER;-20,00;;130,00`,
      { dateColumn: 0, incomingColumn: 4, outgoingColumn: 3, balanceColumn: 5, textColumns: [2] },
    ],
    [
      'of Spain',
      `Fecha de operación;Fecha valor;Concepto;Beneficiario;Importe;Saldo
05/03/2026;05/03/2026;Donativo;Dora;50,00;150,00
17/03/2026;17/03/2026;Alquiler;Casero;-20,00;130,00`,
      { dateColumn: 0, amountColumn: 4, balanceColumn: 5, counterpartyColumn: 3, textColumns: [2] },
    ],
    [
      'of Portugal',
      `Data do lançamento;Descrição;Valor;Saldo
05-03-2026;Donativo;50,00;150,00
17-03-2026;Renda;-20,00;130,00`,
      { dateColumn: 0, amountColumn: 2, balanceColumn: 3, textColumns: [1] },
    ],
    [
      'of Italy',
      `Data contabile;Data valuta;Causale;Dare;Avere
05/03/2026;05/03/2026;Bonifico Dora;;50,00
17/03/2026;17/03/2026;Affitto;20,00;`,
      { dateColumn: 0, incomingColumn: 4, outgoingColumn: 3, textColumns: [2] },
    ],
    [
      'of Poland',
      `Data operacji;Opis;Nadawca;Kwota;Saldo
2026-03-05;Darowizna;Łucja Żółć;50,00;150,00
2026-03-17;Czynsz;Dom;-20,00;130,00`,
      { dateColumn: 0, amountColumn: 3, balanceColumn: 4, counterpartyColumn: 2, textColumns: [1] },
    ],
    [
      'of Sweden',
      `Bokföringsdag;Belopp;Mottagare;Beskrivning;Saldo
2026/03/05;50,00;Dora;Gåva;150,00
2026/03/17;-20,00;Hyresvärd;Hyra;130,00`,
      { dateColumn: 0, amountColumn: 1, balanceColumn: 4, counterpartyColumn: 2, textColumns: [3] },
    ],
    [
      'of India',
      `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
05/03/26,NEFT DORA,1,05/03/26,,50.00,"1,25,150.00"
17/03/26,RENT,2,17/03/26,20.00,,"1,25,130.00"`,
      { dateColumn: 0, incomingColumn: 5, outgoingColumn: 4, balanceColumn: 6, textColumns: [1] },
    ],
    [
      'with months in words and CR and DR',
      `Transaction Date,Description,Amount,Balance
05-Mar-2026,Gift,50.00 CR,150.00 CR
17-Mar-2026,Rent,20.00 DR,130.00 CR`,
      { dateColumn: 0, amountColumn: 2, balanceColumn: 3 },
    ],
    [
      'with the type of each line',
      `Date,Description,Original Description,Amount,Transaction Type,Category
3/05/2026,Gift,GIFT,50.00,credit,Income
3/17/2026,Rent,RENT,20.00,debit,Rent`,
      { dateColumn: 0, amountColumn: 3, directionColumn: 4 },
    ],
    [
      'without titles',
      `2026-03-05,Gift,50.00
2026-03-17,Rent,-20.00`,
      { hasTitles: false, dateColumn: 0, amountColumn: 2 },
    ],
    [
      'with minus signs behind',
      `Datum;Buchungstext;Betrag
05.03.2026;Spende;50,00+
17.03.2026;Miete;20,00-`,
      { amountColumn: 2 },
    ],
  ])('%s', (_, text, columns) => {
    expect(guess(text)).toMatchObject(columns);
    expect(moneyOf(text)).toEqual(inAndOut);
    expect(tryMapping({ currency: 'EUR' }, text, null)).toMatchObject({ problem: null });
  });
});

describe('what a file does not tell is empty, and asked for', () => {
  const draft = (text: string) => {
    const { guess: found, problem } = tryMapping({ currency: 'USD' }, text, null);
    return { ...found, problem };
  };

  test('the order of days that can be read in two ways', () => {
    const text = 'Date,Text,Amount\n05/12/2025,Gift,50.00\n06/12/2025,Gift,20.00';
    expect(draft(text)).toMatchObject({
      dateOrder: null,
      problem: 'Choose the order of day, month, and year: the file does not tell it.',
    });
    expect(moneyOf(text, { dateOrder: 'dmy' })[0]).toEqual(['2025-12-05', 5_000]);
    expect(draft(text.replaceAll(',', ';'))).toMatchObject({ dateOrder: 'dmy', problem: null });
    expect(draft(text.replaceAll('/', '.'))).toMatchObject({ dateOrder: 'dmy', problem: null });
  });

  test.each<[string, string, Partial<CsvDraft>, string]>([
    [
      'the amount',
      'Date,Reference No,Grant Id\n2026-03-05,12,555',
      { amountColumn: null, incomingColumn: null },
      'Choose the column with the amount, or one for each direction.',
    ],
    [
      'which of two amounts',
      'Date,Amount,Amount\n2026-03-05,12.00,555.00',
      { amountColumn: null },
      'Choose the column with the amount, or one for each direction.',
    ],
    [
      'the day',
      'When,Amount\n2026-03-05,12.00',
      { dateColumn: null },
      'Choose the column with the day.',
    ],
  ])('%s', (_, text, found, problem) => {
    expect(draft(text)).toMatchObject({ ...found, problem });
  });
});

describe('left out, and counted, is', () => {
  test('what is not booked', () => {
    const text = `Buchungstag;Verwendungszweck;Betrag;Info
05.03.2026;Spende;50,00;Umsatz gebucht
06.03.2026;Karte;-9,00;Umsatz vorgemerkt`;
    expect(guess(text).stateColumn).toBe(3);
    expect(read(text)).toMatchObject({ lines: [{ cents: 5_000 }], leftOut: { pending: 1 } });
    const other = text.replace('Umsatz vorgemerkt', 'Neu');
    const asked = { stateColumn: 3 };
    expect(() => read(other, asked)).toThrow(
      'Line 3 of this file has the state "Neu". Choose whether such a line is booked.',
    );
    expect(read(other, { ...asked, pendingWords: ['neu'] }).lines).toHaveLength(1);
    expect(read(other, { ...asked, bookedWords: ['NEU'] }).lines).toHaveLength(2);
    const trial = tryMapping({ currency: 'EUR' }, other, { ...guess(other), ...asked });
    expect(trial.unknownStates).toEqual(['Neu']);
  });

  test('what is in another currency', () => {
    const text = `Date,Description,Currency,Amount
2026-03-05,Gift,EUR,50.00
2026-03-06,Gift,USD,33.50
2026-03-07,Gift,usd,1.00
2026-03-08,Gift,,2.00`;
    expect(guess(text).currencyColumn).toBe(2);
    const { lines, leftOut } = read(text);
    expect(lines.map(({ cents }) => cents)).toEqual([5_000, 200]);
    expect(leftOut).toEqual({
      pending: 0,
      sums: 0,
      otherCurrencies: [{ currency: 'USD', lines: 2 }],
    });
  });

  test.each([
    ['Total,,30.00,'],
    ['Kontostand,,,130.00'],
    ['Kontostand am 31.03.2026,,130.00,'],
    ['2026-03-01,Opening balance,,100.00'],
    ['2026-03-31,Saldo końcowe,,130.00'],
    ['2026-03-31,Closing Balance,130.00,130.00'],
    ['Solde au 31/03/2026,,"130,00",'],
    [',Summe,30.00,'],
    [',,,'],
  ])('a row with a balance or a sum: %s', (row) => {
    const text = `Date,Description,Amount,Balance\n2026-03-05,Gift Dora,50.00,150.00\n2026-03-17,Rent,-20.00,130.00\n${row}`;
    const { lines, leftOut } = read(text, {}, 'USD');
    expect(lines).toHaveLength(2);
    expect(leftOut.sums).toBe(row === ',,,' ? 0 : 1);
  });

  test.each([
    ['Total,,31.00', 'says that the sum is $31.00, and its lines come to $30.00'],
    ['Summe,,-30.00', 'says that the sum is -$30.00'],
    ['Total,,2 lines', null],
    ['Subtotal,,10.00', null],
    ['Total,,50.00\nTotal,,-20.00', null],
  ])('no sum that its lines do not come to, where it is clear: %s', (row, problem) => {
    const text = `Date,Description,Amount\n2026-03-05,Gift Dora,50.00\n2026-03-17,Rent,-20.00\n${row}`;
    if (problem === null) expect(read(text, {}, 'USD').lines).toHaveLength(2);
    else expect(() => read(text, {}, 'USD')).toThrow(problem);
  });

  test.each([
    ['20.00,50.00', true],
    [',30.00', true],
    ['20.00,51.00', false],
  ])('no other sums of two columns: %s', (sums, isRight) => {
    const text = `Date,Description,Debit,Credit\n2026-03-05,Gift,,50.00\n2026-03-17,Rent,20.00,\nTotal,,${sums}`;
    if (isRight) expect(read(text, {}, 'USD').lines).toHaveLength(2);
    else expect(() => read(text, {}, 'USD')).toThrow('says that the sum is $31.00');
  });

  test('no payment to somebody with such a name', () => {
    const text = `Date,Payee,Amount\n2026-03-05,Total,-50.00\n2026-03-06,Total Balance Yoga,-5.00`;
    expect(moneyOf(text, {}, 'USD')).toHaveLength(2);
  });
});

describe('a row that may be a balance or a payment', () => {
  const file = (rows: string) => `Date,Text,Amount\n${rows}\n2026-03-07,Gift,1.00`;

  test('is refused in the middle of a file', () => {
    const text = file('2026-03-05,Gift,5.00\n2026-03-06,Solde,20.00');
    expect(() => read(text)).toThrow(
      'Line 3 of this file says "Solde" and has a day and an amount, so it may be a balance or a payment.',
    );
  });

  test('is a balance where a file begins, and a payment by its counterparty', () => {
    const text = file('2026-03-05,Solde,20.00');
    expect(read(text)).toMatchObject({ lines: [{ text: 'Gift' }], leftOut: { sums: 1 } });
    const paid = `Date,Payee,Amount\n2026-03-05,Balance,-20.00\n2026-03-06,Gift,1.00`;
    expect(read(paid).lines).toHaveLength(2);
  });
});

test.each([
  ['50,00 kr', 'SEK'],
  ['50,00 kr.', 'DKK'],
  ['50,00 zł', 'PLN'],
  ['50,00 Euro', 'EUR'],
  ['Fr. 50.00', 'CHF'],
  ['US$50.00', 'USD'],
  ['USD $50.00', 'USD'],
  ['R$ 50,00', 'BRL'],
])('%s is 50 in %s', (amount, code) => {
  const text = `Date;Text;Amount\n2026-03-05;Gift;${amount}`;
  const decimalMark = amount.includes(',') ? ',' : '.';
  expect(moneyOf(text, { decimalMark }, code)).toEqual([['2026-03-05', 5_000]]);
});

test.each([
  ['C$50.00', 'USD'],
  ['R$50.00', 'USD'],
  ['50.00 Euro', 'USD'],
  ['50.00 kr', 'USD'],
  ['US$50.00', 'CAD'],
])('%s is nothing in %s', (amount, code) => {
  const text = `Date;Text;Amount\n2026-03-05;Gift;${amount}`;
  expect(() => read(text, { decimalMark: '.' }, code)).toThrow('which we cannot read');
});

describe('the columns', () => {
  test.each([
    [
      'of NatWest',
      'Date,Type,Description,Value,Balance,Account Name,Account Number\n05/03/2026,BAC,Gift,50.00,150.00,C,1',
      { dateColumn: 0, amountColumn: 3, balanceColumn: 4, textColumns: [2] },
    ],
    [
      'of UBS',
      'Abschlussdatum;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Saldo;Beschreibung1\n2026-03-05;2026-03-05;2026-03-05;CHF;;50.00;150.00;Gift',
      { dateColumn: 1, outgoingColumn: 4, incomingColumn: 5, balanceColumn: 6, textColumns: [7] },
    ],
    [
      'of Swedbank',
      'Radnummer,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo\n1,SEK,2026-03-05,2026-03-04,2026-03-05,A,Gåva,50.00,150.00',
      { dateColumn: 2, amountColumn: 7, balanceColumn: 8, currencyColumn: 1, textColumns: [6] },
    ],
    [
      'of Revolut',
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTOPUP,Current,2026-03-04 10:00:00,2026-03-05 10:00:00,Gift,50.00,0.00,GBP,COMPLETED,150.00',
      { dateColumn: 3, amountColumn: 5, currencyColumn: 7, stateColumn: 8, balanceColumn: 9 },
    ],
    [
      'of N26',
      'Booking Date,Value Date,Partner Name,Partner Iban,Type,Payment Reference,Account Name,Amount (EUR)\n2026-03-05,2026-03-05,Dora,DE1,Credit,Gift,Main,50.00',
      { dateColumn: 0, amountColumn: 7, textColumns: [5] },
    ],
    [
      'of DKB, whose payer and payee are two columns',
      'Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;IBAN;Betrag (€)\n05.03.26;05.03.26;Gebucht;Dora;Verein;Spende;Eingang;DE1;50,00',
      { dateColumn: 0, amountColumn: 8, counterpartyColumn: null, stateColumn: 2 },
    ],
  ])('%s', (_, text, columns) => {
    expect(guess(text)).toMatchObject(columns);
  });
});

describe('never smaller, and never another sign', () => {
  const file = (row: string) => `Date,Direction,Amount\n2026-03-05,Bij,50.00\n${row}`;
  test.each([
    ['2026-03-06,Uit,20.00', 'Line 3 of this file has the direction "Uit". Choose whether'],
    [
      '2026-03-06,,20.00',
      'Line 3 of this file does not say whether its amount comes in or leaves.',
    ],
    [
      '2026-03-06,Bij,-20.00',
      'Line 3 of this file has the amount "-20.00" with the direction "Bij".',
    ],
    ['2026-03-06,Af,', 'Line 3 of this file has no amount.'],
    ['Someday,Af,20.00', 'Line 3 of this file has the day "Someday", which we cannot read.'],
    [',Af,20.00', 'Line 3 of this file has no day.'],
    [
      '2026-03-06,Af,20.00 CR-',
      'Line 3 of this file has the amount "20.00 CR-", which we cannot read.',
    ],
    [
      '2026-03-06,Af,-20.00 CR',
      'Line 3 of this file has the amount "-20.00 CR", which we cannot read.',
    ],
    ['2026-03-06,Af,1.200', 'Line 3 of this file has the amount "1.200", which does not say'],
  ])('%s is refused with its line', (row, message) => {
    expect(() => read(file(row), { directionColumn: 1 }, 'USD')).toThrow(message);
  });

  test('words for the direction can be said', () => {
    const text = file('2026-03-06,Uit,20.00');
    const said = { directionColumn: 1, outgoingWords: ['uit'] };
    expect(moneyOf(text, said, 'USD').at(-1)).toEqual(['2026-03-06', -2_000]);
    expect(
      tryMapping({ currency: 'USD' }, text, { ...guess(text, 'USD'), directionColumn: 1 })
        .unknownDirections,
    ).toEqual(['Uit']);
  });

  test('a balance that is told only sometimes is checked where it is', () => {
    const text = `Date,Description,Amount,Balance
2026-03-05,Gift Dora,50.00,
2026-03-05,Gift Emil,10.00,160.00
2026-03-17,Rent,-20.00,
2026-03-18,Gift,5.00,145.00
2026-03-19,Gift,1.00,`;
    expect(read(text)).toMatchObject({ closingCents: 14_600 });
    expect(() => read(text.replace('145.00', '144.00'))).toThrow(
      'A balance on 03/18/2026 does not follow from the one before and the lines since then.',
    );
    const [titles, ...rows] = text.split('\n');
    const reversed = [titles, ...rows.reverse()].join('\n');
    expect(read(reversed)).toMatchObject({ closingCents: 14_600 });
  });
});

describe('columns that are not what they seem', () => {
  test.each([
    [
      'Datum;Betrag;Text\n2026-03-05;50,25;a;b',
      'Line 2 of this file has more cells than there are titles.',
    ],
    [
      'Date,Amount,Name\n2026-03-05,1,050.00,Ann',
      'Line 2 of this file has more cells than there are titles.',
    ],
    // A mark between two cells is missing, and the balance would be the amount.
    [
      'Date op;Libellé;Débit;Crédit;Solde\n05/03/2026;VIR;;50,00;150,00\n17/03/2026;LOYERx-20,00;;130,00',
      'Line 3 of this file has fewer cells than there are titles.',
    ],
    [
      'Date;Betrag;Saldo;\n2026-03-05;50,00;150,00\n2026-03-06-20,00;130,00',
      'Line 3 of this file has fewer cells than there are titles.',
    ],
    [
      'Date,Text,Amount,Balance\n2026-03-05,B,10.00,160.00\n2026-03-17,C,-20.00,140.00\n2026-03-05,A,50.00,',
      'The lines of this file are not in the order of their days, and not all of them have a balance',
    ],
    [
      'Date,Description,Amount (USD)\n2026-03-05,Gift,20.00',
      'The column "Amount (USD)" is in USD, and the account is in EUR.',
    ],
    [
      'Date,Description,Debit,Credit\n2026-03-05,Rent,20.00,\n2026-03-06,Rent back,-20.00,',
      'amounts with a minus and amounts without',
    ],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('the original currency of a payment by card is not that of its line', () => {
    const text = `Date,Partner,"Amount (EUR)","Original Amount","Original Currency"
2026-03-05,Shop,-9.50,-10.00,USD`;
    expect(guess(text)).toMatchObject({ amountColumn: 2, currencyColumn: null });
    expect(moneyOf(text)).toEqual([['2026-03-05', -950]]);
  });

  test('a word for the direction or the state that nobody knows is asked for', () => {
    const text = `Datum;Text;Betrag;Art
05.03.2026;Spende;50,00;Gutschrift
06.03.2026;Miete;20,00;Überweisung`;
    expect(guess(text).directionColumn).toBe(3);
    expect(() => read(text)).toThrow('has the direction "Überweisung"');
    expect(moneyOf(text, { outgoingWords: ['Überweisung'] })).toEqual([
      ['2026-03-05', 5_000],
      ['2026-03-06', -2_000],
    ]);
    const states = `Date,Description,Amount,State
2026-03-05,Gift,50.00,Booked
2026-03-06,Gift,50.00,Recalled`;
    expect(() => read(states)).toThrow('has the state "Recalled"');
  });

  test('amounts without cents keep their sign', () => {
    const text = `Datum;Text;Betrag\n05.03.2026;Spende;50,-\n06.03.2026;Miete;-20,-`;
    expect(moneyOf(text, { decimalMark: ',' })).toEqual([
      ['2026-03-05', 5_000],
      ['2026-03-06', -2_000],
    ]);
  });
});

describe('a file is refused with what is wrong with it', () => {
  const titles = 'Date,Text,Amount,Balance\n';
  const line = '2026-01-02,Gift,5.00,5.00\n';
  const long = 'x'.repeat(100_001);
  test.each([
    [
      'a line that is longer than any',
      `${titles}${line}2026-01-02,${long},5.00,5.00\n`,
      /: what begins on line 3 is longer than 100,000 letters\. If it opens with a quotation mark, that may never be closed\.$/,
    ],
    [
      'a quotation mark that is never closed before many lines',
      `${titles}"${line}${line.repeat(5_000)}`,
      /what begins on line 2 is longer than 100,000 letters/,
    ],
    [
      'a cell that goes on after its quotation mark',
      `${titles}${line}2026-01-02,"Gift" of Ada,5.00,5.00\n`,
      /a cell of what begins on line 3 goes on after its closing quotation mark/,
    ],
    [
      'more lines than anybody looks through',
      `${titles}${line.repeat(100_001)}`,
      /^This file has more than 100,000 lines, and no more can be read at once\./,
    ],
    ['no line at all', titles, /^This file has no booked lines in EUR\.$/],
  ])('%s', (_, text, sentence) => {
    expect(() => read(text, guess(titles + line) as CsvMapping)).toThrow(sentence);
  });

  test('only lines that are not booked', () => {
    const said = { ...guess(`${titles}${line}`), stateColumn: 1 } as CsvMapping;
    const pending = `${titles}2026-01-02,Pending,5.00,5.00\n`;
    expect(() => read(pending, said)).toThrow('This file has no booked lines in EUR.');
    expect(tryMapping({ currency: 'EUR' }, pending, said).problem).toBe(
      'None of the first lines is booked and has an amount in EUR.',
    );
  });

  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const task = { csv: null, currency: currencyOf('EUR'), account: null };
  test.each([
    [
      'a list in a ZIP file, of which nobody has said how it is read',
      zipSync({ 'list.csv': bytesOf(`${titles}${line}`) }),
      'by itself, outside of a ZIP file and with a name that ends in “csv,”',
    ],
    ['a spreadsheet', zipSync({ 'content.xml': bytesOf('<a/>') }), 'This is a spreadsheet.'],
    [
      'a ZIP file with a password',
      zipSync({ 'list.csv': bytesOf(line) }).fill(1, 6, 7),
      'This ZIP file is protected by a password.',
    ],
  ])('%s', (_, bytes, sentence) => {
    expect(() => readFile({ ...task, bytes })).toThrow(sentence);
  });
});

test('the beginning of a file may end within a cell of several lines', () => {
  const titles = 'Date,Text,Amount,Balance\n';
  const lines = '2026-01-02,Gift,5.00,5.00\n'.repeat(900);
  const { problem, examples } = tryMapping(
    { currency: 'EUR' },
    `${titles}${lines}2026-01-03,"Gift\nof`,
    guess(`${titles}2026-01-02,Gift,5.00,5.00\n`),
  );
  expect(problem).toBeNull();
  expect(examples).toHaveLength(3);
});
