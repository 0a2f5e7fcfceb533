import { describe, expect, test } from 'vitest';
import { readCamt } from '#server/banking/bank-statements/read-camt.ts';
import { amountOf, camtDocument, camtEntry, camtFrame } from '#test/support/bank-files.ts';
import { aChange, changedBy } from '#test/support/changed-text.ts';
import { fc } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

/* What banks write in this format, which is not always what the standard says. */

const dollars = { code: 'USD', digits: 2 };
const read = (xml: string) => readCamt(xml, dollars).map((statement) => statement.read());
const lineOf = (xml: string) => read(xml)[0]?.lines[0];

const account = 'GB33BUKB20201555555555';
const framed = (entries: string, closingCents = 15_000) =>
  camtDocument([
    camtFrame(
      { account, openingCents: 10_000, closingCents, first: '2026-03-01', last: '2026-03-31' },
      entries,
    ),
  ]);
const entry = (details: string, cents = 5_000) =>
  `<Ntry>${amountOf(cents)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-10</Dt></BookgDt>${details}</Ntry>`;
const transaction = (details: string) => entry(`<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls>`);
const plain = framed(camtEntry({ day: '2026-03-10', cents: 5_000, name: 'Ada', text: 'Gift' }));

describe('the format', () => {
  test.each(['02', '03', '04', '06', '07', '08', '10', '13'])(
    'is read in version %s',
    (version) => {
      const xml = plain.replace('053.001.08', `053.001.${version}`);
      expect(read(xml)).toMatchObject([{ lines: [{ cents: 5_000, counterparty: 'Ada' }] }]);
    },
  );

  test.each([
    ['without a namespace', (xml: string) => xml.replace(/ xmlns="[^"]*"/, '')],
    ['with a prefix', (xml: string) => xml.replace(/<(\/?)([A-Z])/g, '<$1ns2:$2')],
    ['with line ends of Windows', (xml: string) => xml.replaceAll('\n', '\r\n')],
    ['on one line', (xml: string) => xml.replaceAll('\n', '')],
  ])('is read %s', (_, change) => {
    expect(read(change(plain))).toMatchObject([{ account, lines: [{ text: 'Gift' }] }]);
  });

  test.each([
    ['camt.052.001.08', 'This file is in the format camt.052.001.08, which is no statement'],
    ['camt.053.001.99', 'in the version 99 of CAMT.053, and we read 02 to 13.'],
    ['camt.053.001.01', 'in the version 01 of CAMT.053'],
    ['camt.054.001.04', 'Please ask your bank for CAMT.053.'],
  ])('%s is told apart', (format, message) => {
    expect(() => read(plain.replace('camt.053.001.08', format))).toThrow(message);
  });

  test('is no other XML, and is not damaged', () => {
    expect(() => read('<html><body/></html>')).toThrow('no bank statement in the format CAMT.053');
    expect(() => read(plain.replace('</Ntry>', ''))).toThrow(/This file is damaged on line \d+:/);
    expect(() => read(plain.slice(0, -20))).toThrow('The end of this file is missing.');
  });
});

describe('nothing is lost', () => {
  test('outside of a statement', () => {
    const lost = plain.replace('</BkToCstmrStmt>', `\n${entry('')}$&`);
    expect(() => read(lost)).toThrow(
      'This file has 1 transaction outside of the statements that we can read, the first one on line 12.',
    );
  });

  test('of what the bank has counted', () => {
    const counted = (count: string) =>
      plain.replace(
        '<Ntry>',
        `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries></TtlNtries></TxsSummry>$&`,
      );
    expect(read(counted('1'))).toHaveLength(1);
    expect(() => read(counted('2'))).toThrow(
      'This file says that it has 2 entries, and it has 1. A part of it is missing.',
    );
  });

  test.each([
    ['TtlCdtNtries', '50.00', null],
    ['TtlCdtNtries', '50', null],
    ['TtlDbtNtries', '0.00', null],
    [
      'TtlCdtNtries',
      '60.00',
      'says that what comes in is 60.00 in all, and its entries come to $50.00.',
    ],
    [
      'TtlDbtNtries',
      '1.00',
      'says that what leaves is 1.00 in all, and its entries come to $0.00.',
    ],
  ])('of what the bank has summed: %s %s', (name, sum, message) => {
    const summed = plain.replace(
      '<Ntry>',
      `<TxsSummry><${name}><Sum>${sum}</Sum></${name}></TxsSummry>$&`,
    );
    if (message === null) expect(read(summed)).toHaveLength(1);
    else expect(() => read(summed)).toThrow(message);
  });

  test('of what is not booked, without being counted', () => {
    const pending = entry('').replace('BOOK', 'PDNG');
    expect(read(framed(`${entry('')}${pending}`))).toMatchObject([
      { lines: [{ cents: 5_000 }], leftOut: { pending: 1 } },
    ]);
  });

  test('because of a comment', () => {
    expect(read(plain.replace('<Ntry>', '<!-- <Ntry> -->$&'))[0]?.lines).toHaveLength(1);
  });
});

test.each([
  ['<Amt Ccy="USD">50.00</Amt>', '<Amt Ccy="USD">5O.00</Amt>', 'has the amount "5O.00"'],
  ['<Dt>2026-03-10</Dt>', '<Dt>2026-02-31</Dt>', 'has the day "2026-02-31"'],
  ['<BookgDt><Dt>2026-03-10</Dt></BookgDt>', '', 'has no day'],
  ['<CdtDbtInd>CRDT</CdtDbtInd><Sts>', '<Sts>', 'neither credit nor debit'],
])('%s that is %j is refused with its line', (from, to, message) => {
  const xml = framed(`\n\n${entry('')}`).replace(from, to);
  expect(() => read(xml)).toThrow(message);
  expect(() => read(xml)).toThrow(/line 9\b/i);
});

describe('letters', () => {
  test('may be written as numbers', () => {
    const xml = framed(camtEntry({ day: '2026-03-10', cents: 5_000, name: 'NAME' }));
    expect(lineOf(xml.replace('NAME', 'M&#252;ller &amp; S&#xF6;hne'))).toMatchObject({
      counterparty: 'Müller & Söhne',
    });
  });
});

describe('who is on the other side', () => {
  const parties = (...roles: [string, string, string?][]) =>
    `<RltdPties>${roles
      .map(
        ([role, name, iban]) =>
          `<${role}><Nm>${name}</Nm></${role}>${iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>` : ''}`,
      )
      .join('')}</RltdPties>`;

  test('is who gave in the end', () => {
    const through = parties(['Dbtr', 'Platform Ltd', 'DE1'], ['UltmtDbtr', 'Ada']);
    expect(lineOf(framed(transaction(through)))).toMatchObject({
      counterparty: 'Ada',
      counterpartyAccount: 'DE1',
    });
    const alone = parties(['UltmtDbtr', 'Ada']);
    expect(lineOf(framed(transaction(alone)))).toMatchObject({ counterparty: 'Ada' });
  });

  test.each([
    [
      'with the roles of the payment',
      [
        ['Cdtr', 'We', account],
        ['Dbtr', 'Ada', 'DE1'],
      ],
    ],
    [
      'with its own roles',
      [
        ['Dbtr', 'We', account],
        ['Cdtr', 'Ada', 'DE1'],
      ],
    ],
    [
      'without accounts',
      [
        ['Cdtr', 'We'],
        ['Dbtr', 'Ada'],
      ],
    ],
  ] as [string, [string, string, string?][]][])('is not we when money goes back %s', (_, roles) => {
    const back = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf>';
    const words = '<RmtInf><Ustrd>Gift</Ustrd></RmtInf>';
    const returned = transaction(`${parties(...roles)}${words}${back}`).replace('CRDT', 'DBIT');
    expect(lineOf(framed(returned, 5_000))).toMatchObject({
      counterparty: 'Ada',
      text: 'Gift Returned: Account closed',
      cents: -5_000,
    });
  });

  test('of a batch that the bank has netted stays to be read', () => {
    const part = (name: string, amount: string) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls>${parties(['Dbtr', name])}</TxDtls>`;
    const batch = entry(
      `<NtryDtls>${part('Dora Donor', '30.00')}${part('Emil Example', '20.00')}</NtryDtls>`,
      4_950,
    );
    expect(read(framed(batch))[0]?.lines).toMatchObject([
      {
        cents: 4_950,
        counterparty: 'Dora Donor, Emil Example',
        text: 'Dora Donor $30.00, Emil Example $20.00',
      },
    ]);
  });
});

test.each([
  ['<AddtlTxInf>Transfer</AddtlTxInf>', 'Transfer'],
  ['', 'E2E-7'],
])(
  'without words of the payer, a line has those of the bank or the name of the payment: %j',
  (more, text) => {
    const xml = framed(transaction(`<Refs><EndToEndId>E2E-7</EndToEndId></Refs>${more}`));
    expect(lineOf(xml)).toMatchObject({ text });
    expect(lineOf(xml.replace('E2E-7', 'NOTPROVIDED'))?.text).toBe(more && text);
  },
);

test('after any change, as many entries come in as the file has, or nothing', () => {
  const entries = [
    camtEntry({ day: '2026-03-10', cents: 5_000, name: 'Ada', text: 'Gift' }),
    camtEntry({ day: '2026-03-11', cents: -2_000, name: 'Bob', text: 'Rent' }),
  ];
  const file = framed(entries.join('\n'));
  let wrong = 0;
  let taken = 0;
  fc.assert(
    fc.property(aChange, (change) => {
      const changed = changedBy(file, change);
      let statements: ReturnType<typeof read>;
      try {
        statements = read(changed);
      } catch {
        return;
      }
      taken += 1;
      const came = statements.reduce(
        (sum, { lines, leftOut }) => sum + lines.length + leftOut.pending,
        0,
      );
      if (came !== [...changed.matchAll(/<Ntry>/g)].length) wrong += 1;
      expect(came, changed).toBe([...changed.matchAll(/<Ntry>/g)].length);
    }),
    { numRuns: repeats({ change: 600, release: 10_000 }) },
  );
  expect(wrong).toBe(0);
  expect(taken).toBeGreaterThan(50);
});

describe('what contradicts itself is refused', () => {
  test.each([
    [
      'two amounts',
      (xml: string) => xml.replace(/(<Ntry>.*?)(<Amt .*?<\/Amt>)/s, '$1$2$2'),
      'has the amount',
    ],
    [
      'a sign beside the direction',
      (xml: string) => xml.replace(/(<Ntry>.*?<Amt [^>]*>)/s, '$1-'),
      'has the amount "-50.00"',
    ],
    [
      'a state of its own',
      (xml: string) => xml.replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts><Prtry>Pending</Prtry></Sts>'),
      'has the state "Pending"',
    ],
  ])('%s', (_, change, message) => {
    expect(change(plain)).not.toBe(plain);
    expect(() => read(change(plain))).toThrow(message);
  });

  test('but not for a reversal that is written as 1', () => {
    const reversed = framed(entry('<RvslInd>1</RvslInd>'));
    expect(lineOf(reversed)).toMatchObject({ isReversal: true });
  });
});
