import { describe, expect, test } from 'vitest';
import { readOfx } from '#server/banking/bank-statements/read-ofx.ts';
import { UnreadableStatementError } from '#server/banking/bank-statements/read-statement.ts';
import { aChange, changedBy } from '#test/support/changed-text.ts';
import { fc } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

/*
 * What banks write, which is not always what the standard says. Whatever it is, as many lines come in as the file has
 * transactions, or none.
 */

const dollars = { code: 'USD', digits: 2 };
const read = (file: string, currency = dollars) =>
  readOfx(file, currency).map((statement) => statement.read());

const line = (day: string, amount: string, id: string, more = '<NAME>Ann Example<MEMO>Gift') =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}${more}</STMTTRN>`;
const lines = `${line('20260305', '60.00', 'A1')}
${line('20260312', '-10.00', 'A2')}`;
const both = [
  { bookedOn: '2026-03-05', cents: 6_000, reference: 'A1', counterparty: 'Ann Example' },
  { bookedOn: '2026-03-12', cents: -1_000, reference: 'A2', text: 'Gift' },
];
const statement = ({
  list = `<BANKTRANLIST><DTSTART>20260301<DTEND>20260331\n${lines}\n</BANKTRANLIST>`,
  account = '900111222',
  balance = '<LEDGERBAL><BALAMT>100.00<DTASOF>20260331</LEDGERBAL>',
} = {}) => `<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
${list}
${balance}
</STMTRS>`;
const sgml = (...statements: string[]) => `OFXHEADER:100
DATA:OFXSGML

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260401</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
${statements.join('\n')}</STMTTRNRS></BANKMSGSRSV1></OFX>
`;
/** XML, in which everything is closed. */
const xml = (file: string) =>
  `<?xml version="1.0"?><?OFX OFXHEADER="200"?>\n${file
    .slice(file.indexOf('<OFX>'))
    .replace(/<([A-Z0-9]+)>([^<\n]+)/g, '<$1>$2</$1>')}`;

describe('all lines are read', () => {
  test.each([
    ['as the standard has it', sgml(statement())],
    ['as XML', xml(sgml(statement()))],
    ['with a blank in the root', xml(sgml(statement())).replace('<OFX>', '<OFX >')],
    [
      'with a prefix before each name',
      xml(sgml(statement())).replace(/<(\/?)([A-Z])/g, '<$1ofx:$2'),
    ],
    ['in lower case', sgml(statement()).replace(/<\/?[A-Z0-9]+>/g, (tag) => tag.toLowerCase())],
    ['in a list that is not closed', sgml(statement()).replace('</BANKTRANLIST>', '')],
    [
      'in two lists',
      sgml(statement()).replace('\n<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260312', (start) => {
        return `</BANKTRANLIST><BANKTRANLIST><DTSTART>20260301<DTEND>20260331${start}`;
      }),
    ],
    ['in one list within another', sgml(statement()).replace('<BANKTRANLIST>', '$&$&')],
    ['without ends of transactions', sgml(statement()).replaceAll('</STMTTRN>', '')],
    ['behind the list', sgml(statement()).replace('<DTEND>20260331', '$&</BANKTRANLIST>')],
    ['on one line', sgml(statement()).replaceAll('\n', '')],
    ['with line ends of Windows', sgml(statement()).replaceAll('\n', '\r\n')],
    ['with a comment', sgml(statement()).replace('<BANKTRANLIST>', '<!-- <STMTTRN> --> $&')],
  ])('%s', (_, file) => {
    expect(read(file)).toMatchObject([
      {
        account: '900111222',
        firstDay: '2026-03-01',
        lastDay: '2026-03-31',
        openingCents: null,
        closingCents: 10_000,
        lines: both,
      },
    ]);
  });

  test('of each account of the file', () => {
    const empty = statement({ account: '900111224', list: '<BANKTRANLIST></BANKTRANLIST>' });
    for (const file of [
      sgml(empty, statement()),
      sgml(empty, '</STMTTRNRS><STMTTRNRS>', statement()),
      sgml(empty.replace('</STMTRS>', ''), statement()),
    ]) {
      expect(readOfx(file, dollars)).toMatchObject([
        { account: '900111224', lines: 0 },
        { account: '900111222', lines: 2 },
      ]);
      expect(read(file)).toMatchObject([{ lines: [] }, { lines: both }]);
    }
  });

  test('or none, if some stand where no statement is', () => {
    const lost = sgml(statement()).replace('</STMTRS>', `$&\n${line('20260320', '5.00', 'A3')}`);
    expect(() => read(lost)).toThrow(
      'This file has 1 transaction outside of the statements that we can read, the first one on line 13.',
    );
    const ofInvestments = sgml(statement(), `<INVSTMTRS>${lines}</INVSTMTRS>`);
    expect(() => read(ofInvestments)).toThrow('2 transactions outside');
    expect(() => read(sgml())).toThrow('This file contains no statement of an account.');
  });

  test('without those that the bank has not booked, which are counted', () => {
    const pending = `<BANKTRANLISTP><DTASOF>20260331<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20260331<TRNAMT>-3.00<NAME>Shop</STMTTRNP></BANKTRANLISTP>`;
    const file = sgml(statement().replace('<LEDGERBAL>', `${pending}$&`));
    expect(read(file)).toMatchObject([{ lines: both, leftOut: { pending: 1 } }]);
  });
});

describe('an amount', () => {
  const amountOf = (written: string, currency = dollars) =>
    read(sgml(statement()).replace('60.00', written).replace('USD', currency.code), currency)[0]
      ?.lines[0]?.cents;

  test.each([
    ['60', 6_000],
    ['+60.00', 6_000],
    ['-60,00', -6_000],
    ['60,5', 6_050],
    ['+1,060.00', 106_000],
    ['1.060,00', 106_000],
    ['1,060,000', 106_000_000],
    ['            .  ', 0],
    ['0.00', 0],
  ])('of %j is %j cents', (written, cents) => {
    expect(amountOf(written)).toBe(cents);
  });

  test.each(['1,060', '6O.00', '1.2.3,4', '60.001', '--5', '6<0.00'])(
    'of %j is refused as it is',
    (written) => {
      expect(() => amountOf(written)).toThrow(
        `Line 8 of this file has the amount "${written}", which we cannot read.`,
      );
    },
  );

  test('may have the sign of the currency', () => {
    expect(amountOf('R$ 5.326,43', { code: 'BRL', digits: 2 })).toBe(532_643);
    expect(() => amountOf('R$ 5.326,43')).toThrow('"R$ 5.326,43"');
  });

  test('is never missing', () => {
    expect(() => read(sgml(statement()).replace('<TRNAMT>60.00', ''))).toThrow(
      'What begins on line 8 of this file has no amount.',
    );
  });

  test('in another currency than the account is refused', () => {
    const file = sgml(statement()).replace(
      '<MEMO>',
      '<CURRENCY><CURRATE>1<CURSYM>EUR</CURRENCY>$&',
    );
    expect(() => read(file)).toThrow('amounts in EUR, and the account is in USD');
    expect(read(file.replaceAll('CURRENCY>', 'ORIGCURRENCY>'))).toMatchObject([{ lines: both }]);
  });
});

describe('a balance that is not of the end, or cannot be read, is asked for', () => {
  test.each([
    ['on no day', '<LEDGERBAL><BALAMT>100.00<DTASOF>00000000</LEDGERBAL>'],
    ['on a day of the country', '<LEDGERBAL><BALAMT>R$ 1.100,00<DTASOF>31/03/2026</LEDGERBAL>'],
    ['later', '<LEDGERBAL><BALAMT>100.00<DTASOF>20260402</LEDGERBAL>'],
    ['earlier than the last line', '<LEDGERBAL><BALAMT>100.00<DTASOF>20260306</LEDGERBAL>'],
    ['of words', '<LEDGERBAL><BALAMT>much<DTASOF>20260331</LEDGERBAL>'],
    ['that is what can be spent', '<AVAILBAL><BALAMT>100.00<DTASOF>20260331</AVAILBAL>'],
    ['nowhere', ''],
  ])('%s', (_, balance) => {
    expect(read(sgml(statement({ balance })))).toMatchObject([{ closingCents: null, lines: both }]);
  });
});

test('days are those of the bank, and one that cannot be read is refused with its line', () => {
  const late = sgml(statement()).replace('20260305', '20260305235959.999[-5:EST]');
  expect(read(late)[0]?.lines[0]?.bookedOn).toBe('2026-03-05');
  const wrong = sgml(statement()).replace('20260312', '20260231');
  expect(() => read(wrong)).toThrow(
    'Line 9 of this file has the day "20260231", which we cannot read.',
  );
});

test('letters are those of the bank', () => {
  const named = (text: string) =>
    read(sgml(statement()).replace('Ann Example', text))[0]?.lines[0]?.counterparty;
  expect(named('M&#252;ller &amp; S&#xF6;hne')).toBe('Müller & Söhne');
  expect(named('O&#39;Neill &lt;Ltd&gt;')).toBe("O'Neill <Ltd>");
  expect(named('A & B &unknown; > C')).toBe('A & B &unknown; > C');
  expect(named('<![CDATA[A & B <c>]]>')).toBe('A & B <c>');
  expect(named('&#99999999;')).toBe('&#99999999;');
});

test('what a payee has inside is not what the line says', () => {
  const payee = '<PAYEE><NAME>Stove Shop<ADDR1>1 Main St<MEMO>Not this</PAYEE>';
  const file = sgml(
    statement({ list: `<BANKTRANLIST>${line('20260305', '-5.00', 'A1', `${payee}<MEMO>Heat`)}` }),
  );
  expect(read(file)[0]?.lines).toMatchObject([{ counterparty: 'Stove Shop', text: 'Heat' }]);
});

test('after any change, as many lines and as much money come in as the file has, or nothing', () => {
  const files = [sgml(statement()), xml(sgml(statement())), sgml(statement(), statement())];
  let wrong = 0;
  let taken = 0;
  fc.assert(
    fc.property(fc.constantFrom(...files), aChange, (file, change) => {
      const changed = changedBy(file, change);
      let statements: ReturnType<typeof read>;
      try {
        statements = read(changed);
      } catch {
        return;
      }
      taken += 1;
      const all = statements.flatMap((each) => each.lines);
      const said = [
        ...changed.matchAll(/<STMTTRN[\s/]*>(?:(?!<STMTTRN[\s/]*>).)*?<TRNAMT[\s/]*>([^<]*)/gs),
      ];
      // Some banks write the sign behind the amount.
      const cents = said.map(([, amount = '']) =>
        Math.round(Number(amount.replace(/\s/g, '').replace(/(.+)-$/, '-$1')) * 100),
      );
      const total = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);
      const isRight =
        all.length === [...changed.matchAll(/<STMTTRN[\s/]*>/g)].length &&
        total(all.map((each) => each.cents)) === total(cents);
      if (!isRight) wrong += 1;
      expect(isRight, changed).toBe(true);
    }),
    { numRuns: repeats({ change: 600, release: 10_000 }) },
  );
  expect(wrong).toBe(0);
  expect(taken).toBeGreaterThan(100);
});

test('a damaged tag loses no line and changes no amount: all is read, or nothing', () => {
  const good = sgml(statement());
  let refused = 0;
  for (const tag of ['<STMTTRN>', '<TRNAMT>']) {
    const at = good.lastIndexOf(tag);
    for (let place = at; place < at + tag.length; place++) {
      for (const piece of ['', '?', ':', '-', ' ', '\n', '/', 'X', '<', '>']) {
        for (const rest of [place, place + 1]) {
          const damaged = good.slice(0, place) + piece + good.slice(rest);
          let statements: ReturnType<typeof read>;
          try {
            statements = read(damaged);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableStatementError);
            refused += 1;
            continue;
          }
          expect(statements, damaged).toMatchObject([{ lines: both }]);
        }
      }
    }
  }
  expect(refused).toBeGreaterThan(200);
});

describe('what contradicts itself or is cut off is refused', () => {
  const good = sgml(statement());
  test.each([
    ['the end', good.slice(0, good.indexOf('60.00') + 1), 'The end of this file is missing.'],
    ['the last tag', good.replace('</OFX>', ''), 'The end of this file is missing.'],
    [
      'a second amount',
      good.replace('<FITID>A1', '<TRNAMT>7.00<FITID>A1'),
      'two amounts or two days',
    ],
    [
      'a second day',
      good.replace('<FITID>A1', '<DTPOSTED>20260306<FITID>A1'),
      'two amounts or two days',
    ],
    [
      'a correction',
      good.replace('<FITID>A1', '<CORRECTACTION>DELETE<FITID>A1'),
      'corrects an earlier line',
    ],
  ])('%s', (_, file, message) => {
    expect(() => read(file)).toThrow(message);
  });

  const typed = (...[debit, credit]: [string, string]) =>
    good
      .replace('<TRNTYPE>OTHER', '<TRNTYPE>CREDIT')
      .replace('60.00', credit)
      .replace('<TRNTYPE>OTHER', '<TRNTYPE>DEBIT')
      .replace('-10.00', debit);
  test('amounts whose type alone says that they leave', () => {
    expect(() => read(typed('10.00', '60.00'))).toThrow(
      /^What begins on line \d+ of this file has the type DEBIT and the amount 10.00: the file does not say which amounts leave\./,
    );
    expect(() => read(typed('-10.00', '-60.00'))).toThrow('has the type CREDIT');
    expect(read(typed('-10.00', '60.00'))[0]?.lines.map(({ cents }) => cents)).toEqual([
      6_000, -1_000,
    ]);
  });

  test('but not for one among others that takes back what was booked', () => {
    const back = `${line('20260313', '10.00', 'A3')}\n</BANKTRANLIST>`.replace('OTHER', 'DEBIT');
    const file = typed('-10.00', '60.00').replace('</BANKTRANLIST>', back);
    expect(read(file)[0]?.lines).toHaveLength(3);
  });

  test('but not for a currency in lower case', () => {
    expect(read(good.replace('<CURDEF>USD', '<CURDEF>usd'))[0]?.lines).toHaveLength(2);
  });
});
