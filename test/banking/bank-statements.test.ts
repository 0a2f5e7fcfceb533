import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { listBankAccounts } from '#contract/banking/bank-accounts.ts';
import {
  importStatements,
  listBankLines,
  maxStatementBytes,
  removeStatements,
} from '#contract/banking/bank-statements.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import {
  amountOf,
  anAccountNumber,
  type BankStory,
  camt,
  camtDocument,
  camtEntry,
  camtFrame,
  camtStatement,
  ofx1,
  ofx2,
} from '#test/support/bank-files.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp({ checksEach: true });
const { cookie, anAccount, send, linesOf, statementsOf } = bankCalls(testApp);

/** January and February of an account that no other test has. */
function months(): { january: BankStory; february: BankStory } {
  const account = anAccountNumber();
  return {
    january: {
      account,
      openingCents: 100_000,
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
      lines: [
        { day: '2026-01-05', cents: 25_000, text: 'Thanks', name: 'Ada & Sons', reference: 'R1' },
        { day: '2026-01-05', cents: -1_250, text: 'Fee', reference: 'R2' },
        { day: '2026-01-30', cents: -20_000, text: 'Heat', name: 'Stove Shop', reference: 'R3' },
      ],
    },
    february: {
      account,
      openingCents: 103_750,
      firstDay: '2026-02-01',
      lastDay: '2026-02-28',
      lines: [{ day: '2026-02-10', cents: 5_000, reference: 'R4' }],
    },
  };
}
const cents = (lines: { cents: number }[]) => lines.map((line) => line.cents);
const ofJanuary = [
  { bookedOn: '2026-01-30', cents: -20_000, text: 'Heat', counterparty: 'Stove Shop' },
  { bookedOn: '2026-01-05', cents: -1_250, text: 'Fee', isReversal: false },
  { bookedOn: '2026-01-05', cents: 25_000, text: 'Thanks', counterparty: 'Ada & Sons' },
];
/** A document with one statement around entries that a test writes. */
const withEntries = (entries: string, closingCents: number, account = anAccountNumber()) =>
  camtDocument([
    camtFrame(
      { account, openingCents: 0, closingCents, first: '2026-01-01', last: '2026-01-31' },
      entries,
    ),
  ]);
const entry = (parts: string, total = 1_000) =>
  `<Ntry>${amountOf(total)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt>${parts}</Ntry>`;

describe('a statement', () => {
  test.each(['02', '04', '08'] as const)('is read from CAMT.053.001.%s', async (version) => {
    const { id } = await anAccount();
    const { january } = months();
    expect(await send(id, camt(january, version))).toMatchObject({
      status: 200,
      body: { added: 3, known: 0 },
    });
    expect(await linesOf(id)).toMatchObject(ofJanuary);
    expect(await statementsOf(id)).toMatchObject([
      {
        firstDay: '2026-01-01',
        lastDay: '2026-01-31',
        format: 'camt',
        lineCount: 3,
        openingCents: 100_000,
        closingCents: 103_750,
        isLast: true,
        daysWithout: 0,
      },
    ]);
    const { body } = await testApp.call(listBankAccounts, { cookie: await cookie() });
    expect(body.find((account) => account.id === id)).toMatchObject({
      number: january.account,
      currency: 'USD',
      closingCents: 103_750,
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
    });
  });

  test.each([
    ['1.x', ofx1],
    ['2.x', ofx2],
  ])('is read from OFX %s', async (_, write) => {
    const { id } = await anAccount();
    expect(await send(id, write(months().january))).toMatchObject({ body: { added: 3, known: 0 } });
    expect(await linesOf(id)).toMatchObject(ofJanuary);
    expect(await statementsOf(id)).toMatchObject([
      { openingCents: 100_000, closingCents: 103_750, format: 'ofx' },
    ]);
  });

  test('of OFX with a balance of another day than its end asks for the balance', async () => {
    const { id } = await anAccount();
    const written = ofx1(months().january);
    const inMarch = written.replace(/<DTASOF>\d+/, '<DTASOF>20260315');
    expect((await send(id, inMarch)).error.code).toBe('closing_balance_missing');
    const early = written.replace(/<DTASOF>\d+/, '<DTASOF>20260102');
    expect((await send(id, early)).error.code).toBe('closing_balance_missing');
    await send(id, inMarch, { closingCents: 103_750 });
    expect(await statementsOf(id)).toMatchObject([{ openingCents: 100_000 }]);
  });

  test('is read from a ZIP file with a file for each day, whichever comes first', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    const zip = zipSync({
      '__MACOSX/._b.xml': Buffer.from('not a statement'),
      'b.xml': Buffer.from(camt(february)),
      'a.xml': Buffer.from(camt(january)),
    });
    expect((await send(id, zip, { fileName: 'a.zip' })).body).toMatchObject({ added: 4, known: 0 });
    expect(cents(await linesOf(id))).toEqual([5_000, -20_000, -1_250, 25_000]);
  });

  test('may be one of several in a document, and may have no entry', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    const empty = {
      ...january,
      openingCents: 103_750,
      lines: [],
      firstDay: '2026-02-01',
      lastDay: '2026-02-01',
    };
    const document = camtDocument([
      camtStatement(january),
      camtStatement(empty),
      camtStatement(february),
    ]);
    expect((await send(id, document)).body).toMatchObject({ added: 4, known: 0 });
    const statements = await statementsOf(id);
    expect(statements.map(({ lineCount }) => lineCount)).toEqual([1, 0, 3]);
    expect(statements.map(({ isLast }) => isLast)).toEqual([true, true, true]);
  });
});

describe('a statement with unusual entries', () => {
  test('has one line for each transaction of a batch whose amounts add up', async () => {
    const { id } = await anAccount();
    const transaction = (amount: number, name: string) =>
      `<TxDtls>${amountOf(amount)}<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`;
    const batch = entry(
      `<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>${transaction(200, 'One')}${transaction(300, 'Two')}${transaction(500, 'Three')}</NtryDtls>`,
    );
    expect((await send(id, withEntries(batch, 1_000))).body).toMatchObject({ added: 3, known: 0 });
    const lines = await linesOf(id);
    expect(lines.map(({ counterparty }) => counterparty).sort()).toEqual(['One', 'Three', 'Two']);
    expect(cents(lines).sort()).toEqual([200, 300, 500]);
  });

  test('has one line for a batch whose amounts are missing or do not add up', async () => {
    const { id } = await anAccount();
    const { id: other } = await anAccount();
    const counted = entry('<NtryDtls><Btch><NbOfTxs>40</NbOfTxs></Btch></NtryDtls>');
    const wrong = entry(
      `<NtryDtls><TxDtls>${amountOf(200)}</TxDtls><TxDtls>${amountOf(300)}</TxDtls></NtryDtls>`,
    );
    expect((await send(id, withEntries(counted, 1_000))).body.added).toBe(1);
    expect((await send(other, withEntries(wrong, 1_000))).body.added).toBe(1);
    expect(cents(await linesOf(other))).toEqual([1_000]);
  });

  test('has no codes at all, and an account whose number is cut', async () => {
    const { id } = await anAccount('GB33 BUKB 2020 1555 5555 55');
    const bare = `<Ntry>${amountOf(-700)}<ValDt><Dt>2026-01-07</Dt></ValDt></Ntry>`;
    expect(await send(id, withEntries(bare, -700, 'GB33BUKB2020155555555'))).toMatchObject({
      body: { added: 1 },
    });
    expect(await linesOf(id)).toMatchObject([
      { bookedOn: '2026-01-07', cents: -700, text: '', counterparty: '' },
    ]);
  });

  test('takes a reversal in its own direction, which is the opposite of what it takes back', async () => {
    const { id } = await anAccount();
    const paid = camtEntry({ day: '2026-01-05', cents: -4_000, reference: 'P' });
    const back = entry('<RvslInd>true</RvslInd><AcctSvcrRef>P</AcctSvcrRef>', 4_000);
    expect((await send(id, withEntries(`${paid}${back}`, 0))).body).toMatchObject({
      added: 2,
      known: 0,
    });
    expect((await linesOf(id)).map(({ cents, isReversal }) => [cents, isReversal]).sort()).toEqual([
      [-4_000, false],
      [4_000, true],
    ]);
  });

  test('leaves out what is not booked yet', async () => {
    const { id } = await anAccount();
    const pending = entry('').replace('BOOK', 'PDNG');
    const file = withEntries(`${pending}${entry('')}`, 1_000);
    expect((await send(id, file)).body).toMatchObject({ added: 1, known: 0 });
  });

  test('keeps every cent of amounts that no fraction can hold', async () => {
    const { id } = await anAccount();
    const file = withEntries(
      [entry('', 1).replaceAll('0.01', '0.0100'), entry('', 1_999_999_999_999)].join(''),
      2_000_000_000_000,
    );
    expect((await send(id, file)).body.added).toBe(2);
    expect(cents(await linesOf(id)).sort()).toEqual([1, 1_999_999_999_999]);
  });
});

/** An account whose statements leave out 01/04 to 01/06, and what its bank says of other days. */
async function aGap() {
  const { id } = await anAccount();
  const account = anAccountNumber();
  const tell = (first: number, last: number, openingCents: number, moves: [number, number][]) =>
    send(
      id,
      camt({
        account,
        openingCents,
        firstDay: `2026-01-0${first}`,
        lastDay: `2026-01-0${last}`,
        lines: moves.map(([day, cents]) => ({
          day: `2026-01-0${day}`,
          cents,
          reference: `${day} ${cents}`,
        })),
      }),
    );
  expect((await tell(1, 3, 900, [[2, 100]])).status).toBe(200);
  expect((await tell(7, 9, 1_000, [[8, 300]])).status).toBe(200);
  return { id, tell };
}

describe('a file with days of an earlier one', () => {
  test('is imported once, whatever it is called', async () => {
    const { id } = await anAccount();
    const file = camt(months().january);
    expect((await send(id, file, { fileName: 'first.xml' })).status).toBe(200);
    expect(await send(id, file, { fileName: 'again.xml' })).toMatchObject({
      status: 409,
      error: {
        code: 'statement_known',
        message: 'This file was imported before, as first.xml. Nothing was imported.',
      },
    });
    expect(await linesOf(id)).toHaveLength(3);
  });

  test('that overlaps with an earlier one brings only its new lines', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    await send(id, camt(january));
    const both = {
      ...january,
      openingCents: 83_750 + 20_000 + 20_000,
      firstDay: '2026-01-20',
      lastDay: '2026-02-28',
      lines: [...january.lines.slice(2), ...february.lines],
    };
    expect((await send(id, camt(both))).body).toMatchObject({ added: 1, known: 1 });
    expect(await linesOf(id)).toHaveLength(4);
    expect((await statementsOf(id))[0]).toMatchObject({ closingCents: 108_750, lineCount: 1 });
  });

  test('of a day that was not over brings the rest, also of lines that are equal', async () => {
    const { id } = await anAccount();
    const account = anAccountNumber();
    const coffee = { day: '2026-03-02', cents: -350, text: 'Coffee' };
    const morning = { account, openingCents: 10_000, lines: [coffee, coffee] };
    const evening = { ...morning, lines: [coffee, coffee, coffee] };
    expect((await send(id, camt(morning))).body).toMatchObject({ added: 2, known: 0 });
    expect((await send(id, camt(evening))).body).toMatchObject({ added: 1, known: 2 });
    expect(cents(await linesOf(id))).toEqual([-350, -350, -350]);
  });

  test('with several statements of one day brings the equal lines of each, and no line twice', async () => {
    const { id } = await anAccount();
    const account = anAccountNumber();
    const gift = { day: '2026-03-02', cents: 500, text: 'Gift' };
    const part = (openingCents: number, lines = [gift]) =>
      camtStatement({ account, openingCents, firstDay: gift.day, lastDay: gift.day, lines });
    const day = [part(0), part(500, []), part(500)];
    expect((await send(id, camtDocument(day))).body).toMatchObject({ added: 2, known: 0 });
    // The same ones with what came later, the end of them, and all of it as one statement.
    const evening = [...day, part(1_000)];
    expect((await send(id, camtDocument(evening))).body).toMatchObject({ added: 1, known: 2 });
    const rest = camtDocument([part(500), part(1_000)]);
    expect((await send(id, rest)).body).toMatchObject({ added: 0, known: 2 });
    const whole = camtDocument([part(0, [gift, gift, gift])]);
    expect((await send(id, whole)).body).toMatchObject({ added: 0, known: 3 });
    expect(cents(await linesOf(id))).toEqual([500, 500, 500]);
  });

  test('with a statement of the morning and one of the whole day brings each line once', async () => {
    const [gift, fee] = [
      { day: '2026-03-02', cents: 500, text: 'Gift' },
      { day: '2026-03-02', cents: -500, text: 'Fee' },
    ];
    const before = { day: '2026-03-01', cents: 700, text: 'Gift' };
    for (const [openingCents, morning, day] of [
      [0, [gift], [gift, gift]],
      // What moved nothing in all is not told from the rest by a balance.
      [0, [gift, fee], [gift, fee, gift]],
      [700, [before, gift, fee], [gift, fee, gift]],
    ] as const) {
      const { id } = await anAccount();
      const parts = [
        camtStatement({ account: '', openingCents: 0, lines: [...morning] }),
        camtStatement({ account: '', openingCents, lines: [...day] }),
      ];
      expect((await send(id, camtDocument(parts))).status).toBe(200);
      const expected = openingCents === 0 ? day : [before, ...day];
      expect(cents(await linesOf(id)).sort()).toEqual(cents([...expected]).sort());
    }
  });

  test('that goes on, and adds lines to days that were complete, is refused', async () => {
    const { id, tell } = await aGap();
    // Day 9 may have gone on after the file was made; day 8 was over.
    const goesOn: [number, number][] = [
      [8, 300],
      [9, 70],
    ];
    expect(await tell(8, 9, 1_000, [...goesOn, [8, 5], [8, -5]])).toMatchObject({
      status: 409,
      error: {
        code: 'statement_differs',
        message: expect.stringContaining('2 lines would be new'),
      },
    });
    expect(cents(await linesOf(id))).toEqual([300, 100]);
    expect((await tell(8, 9, 1_000, goesOn)).body).toMatchObject({ added: 1, known: 1 });
  });

  test('that says something else about known days is refused', async () => {
    const { id } = await anAccount();
    const { january } = months();
    await send(id, camt(january));
    const other = {
      ...january,
      firstDay: '2026-01-02',
      lastDay: '2026-01-30',
      lines: [...january.lines.slice(0, 2), { day: '2026-01-30', cents: -20_000, reference: 'X' }],
    };
    expect(await send(id, camt(other))).toMatchObject({
      status: 409,
      error: { code: 'statement_differs' },
    });
    expect(await linesOf(id)).toHaveLength(3);
  });
});

describe('a file of other days', () => {
  test('from before the first one is taken if it leads up to it', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    await send(id, camt(february));
    expect((await send(id, camt(january))).body).toMatchObject({ added: 3, known: 0 });
    expect((await statementsOf(id)).map(({ openingCents }) => openingCents)).toEqual([
      103_750, 100_000,
    ]);
  });

  test('after missing days is refused with the days and the balances', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    await send(id, camt(january));
    const march = { ...february, openingCents: 108_750, firstDay: '2026-03-01', lines: [] };
    const late = { ...march, lastDay: '2026-03-31' };
    expect(await send(id, camt(late))).toMatchObject({
      status: 409,
      error: {
        code: 'statement_gap',
        message:
          'Something is missing between 01/31/2026 and 03/01/2026: the balance is $1,037.50 at the end of the first day and $1,087.50 at the beginning of the second, which is a difference of $50.00. Please import the days between first. Nothing was imported.',
      },
    });
    expect(await statementsOf(id)).toHaveLength(1);
    await send(id, camt(february));
    expect((await send(id, camt(late))).status).toBe(200);
  });

  test('before missing days is refused, too', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    await send(id, camt({ ...february, openingCents: 200_000 }));
    expect(await send(id, camt(january))).toMatchObject({
      status: 409,
      error: { code: 'statement_gap' },
    });
  });

  test('after days without a movement is taken, and the days are shown', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    await send(id, camt(january));
    const later = { ...february, firstDay: '2026-02-04' };
    expect((await send(id, camt(later))).status).toBe(200);
    expect((await statementsOf(id))[0]).toMatchObject({ daysWithout: 3 });
  });

  test('with days between others is taken if the balances on both sides fit', async () => {
    const { id, tell } = await aGap();
    const [moves, wrong] = [
      [
        [4, 50],
        [6, -50],
      ] satisfies [number, number][],
      [[4, 50]] satisfies [number, number][],
    ];
    const refused = async (call: ReturnType<typeof tell>, message: string) =>
      expect(await call).toMatchObject({
        status: 409,
        error: { code: 'statement_gap', message: expect.stringContaining(message) },
      });
    await refused(
      tell(4, 6, 800, moves),
      'The balances do not fit together on 01/03/2026 and 01/04/2026: the balance is $10.00 at the end of the first day and $8.00',
    );
    await refused(
      tell(4, 6, 1_000, wrong),
      'The balances do not fit together on 01/06/2026 and 01/07/2026: the balance is $10.50 at the end of the first day and $10.00',
    );
    await refused(
      tell(4, 5, 1_000, wrong),
      'Something is missing between 01/05/2026 and 01/07/2026: the balance is $10.50 at the end of the first day and $10.00 at the beginning of the second, which is a difference of -$0.50. Please import all missing days in one file.',
    );
    expect((await tell(4, 6, 1_000, moves)).body).toMatchObject({ added: 2, known: 0 });
    expect(cents(await linesOf(id))).toEqual([300, -50, 50, 100]);
    expect((await statementsOf(id)).map(({ daysWithout }) => daysWithout)).toEqual([0, 0, 0]);
  });
});

describe('a file of a bank', () => {
  test('whose lines do not lead to its balance is refused with the difference', async () => {
    const { id } = await anAccount();
    const file = camt(months().january).replace('1037.50', '1037.51');
    expect(await send(id, file)).toMatchObject({
      status: 409,
      error: { code: 'totals_differ', message: expect.stringContaining('difference is $0.01') },
    });
    expect(await statementsOf(id)).toEqual([]);
  });

  test('about another account is refused', async () => {
    const { id } = await anAccount();
    const { id: other } = await anAccount();
    const { january, february } = months();
    await send(id, camt(january));
    const wrong = { status: 409, error: { code: 'other_account' } };
    const { account: _, ...elsewhere } = february;
    expect(await send(id, camt({ ...elsewhere, account: anAccountNumber() }))).toMatchObject(wrong);
    expect(await send(other, camt(february))).toMatchObject(wrong);
  });

  test.each([
    [
      'a document type',
      (file: string) => file.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'),
    ],
    [
      'a document type in small letters',
      (file: string) => file.replace('<Document', '<!doctype x><Document'),
    ],
    ['another message', (file: string) => file.replace('camt.053', 'camt.052')],
    ['another version', (file: string) => file.replace('053.001.08', '053.001.99')],
    ['no statement', (file: string) => file.replace(/<Stmt>.*<\/Stmt>/s, '')],
    ['half of its text', (file: string) => file.slice(0, file.length / 2)],
    ['another currency', (file: string) => file.replaceAll('USD', 'EUR')],
    ['an amount with an exponent', (file: string) => file.replace('250.00', '2.5e2')],
    ['a day that does not exist', (file: string) => file.replaceAll('2026-01-30', '2026-02-30')],
    ['nothing of a bank', () => '<html></html>'],
    ['bytes', () => '\x7fELF\0\0\0\0'],
  ])('with %s is refused, and nothing of it is stored', async (_, spoil) => {
    const { id } = await anAccount();
    const answer = await send(id, spoil(camt(months().january)));
    expect(answer).toMatchObject({ status: 422, error: { code: 'statement_unreadable' } });
    expect(answer.error.message).toMatch(/Nothing was imported\.$/);
    expect(await statementsOf(id)).toEqual([]);
  });

  test('of 20 MB is read, and one of more is not', async () => {
    const { id } = await anAccount();
    const account = anAccountNumber();
    const count = repeats({ change: 3_300, release: 33_000 });
    const lines = Array.from({ length: count }, (_, place) => ({
      day: '2026-01-05',
      cents: place % 2 === 0 ? 101 : -100,
      text: `Gift ${place} ${'of a kind person '.repeat(12)}`,
      name: `Donor ${place}`,
      reference: `R${place}`,
    }));
    const content = camt({ account, openingCents: 0, lines });
    // White space after the last element says nothing.
    const file = content.padEnd(maxStatementBytes - 1, ' ');
    expect((await send(id, file)).body).toMatchObject({ added: count, known: 0 });
    expect((await statementsOf(id))[0]).toMatchObject({ closingCents: count / 2 });

    const padded = content.padEnd(maxStatementBytes + 1, ' ');
    expect(await send(id, padded)).toMatchObject({
      status: 413,
      error: { code: 'payload_too_large' },
    });
    const bomb = zipSync({ 'a.xml': Buffer.from(padded) });
    expect(await send(id, bomb)).toMatchObject({
      status: 422,
      error: { message: 'This ZIP file contains more than 20 MB. Nothing was imported.' },
    });
  });
});

describe('the last file of an account', () => {
  test('can be removed with its lines, and imported again', async () => {
    const { id } = await anAccount();
    const { january, february } = months();
    await send(id, camt(january));
    await send(id, camt(february));
    const [last, first] = await statementsOf(id);
    if (!(first && last)) throw new Error('Two statements were imported');
    const remove = async (id = last.id) =>
      testApp.call(removeStatements, { cookie: await cookie(), params: { id } });
    expect(await remove(first.id)).toMatchObject({
      status: 409,
      error: { code: 'statement_in_use' },
    });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(cents(await linesOf(id))).toEqual([-20_000, -1_250, 25_000]);
    expect((await send(id, camt(february))).body).toMatchObject({ added: 1, known: 0 });
  });
});

describe('who may', () => {
  test('import: a treasurer; read: an auditor, too', async () => {
    const { id } = await anAccount();
    const asked = { method: 'POST', url: importStatements.path.replace(':id', id) } as const;
    const headers = { 'content-type': 'application/octet-stream' };
    const query = { fileName: 'a.xml' };
    const payload = Buffer.from('x');
    expect((await testApp.request({ ...asked, headers, query, payload })).statusCode).toBe(401);
    for (const [role, mayRead] of [
      ['auditor', 200],
      ['viewer', 403],
      ['case-worker', 403],
    ] as const) {
      const held = await signIn(testApp, await aTeamMember(testApp, role));
      const sent = await testApp.request({
        ...asked,
        query,
        payload,
        headers: { ...headers, cookie: held },
      });
      expect(sent.statusCode).toBe(403);
      const read = await testApp.call(listBankLines, { cookie: held, params: { id }, query: {} });
      expect(read.status).toBe(mayRead);
    }
  });

  test('lines come page by page', async () => {
    const { id } = await anAccount();
    await send(id, camt(months().january));
    const first = await testApp.call(listBankLines, {
      cookie: await cookie(),
      params: { id },
      query: { limit: 2 },
    });
    const next = /cursor=([^>&]+)/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await testApp.call(listBankLines, {
      cookie: await cookie(),
      params: { id },
      query: { limit: 2, cursor: decodeURIComponent(next) },
    });
    expect(cents([...first.body, ...second.body])).toEqual([-20_000, -1_250, 25_000]);
  });
});

describe('days that cannot be', () => {
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const story = (changes: object) => ({
    account: anAccountNumber(),
    openingCents: 0,
    firstDay: '2026-01-01',
    lines: [{ day: '2026-01-08', cents: 100 }],
    ...changes,
  });

  test('the end of a period that goes on counts as today', async () => {
    const { id } = await anAccount();
    expect((await send(id, ofx1(story({ lastDay: '2099-01-31' })))).status).toBe(200);
    expect((await statementsOf(id))[0]?.lastDay).toBe(dayIn(0));
  });

  test.each([
    ['a line of next week', { lines: [{ day: dayIn(7), cents: 100 }], lastDay: dayIn(7) }],
    ['a period since the Middle Ages', { firstDay: '1000-01-01', lastDay: '2026-01-31' }],
  ])('%s is refused', async (_, changes) => {
    const { id } = await anAccount();
    const { status, error } = await send(id, ofx1(story(changes)));
    expect([status, error.code]).toEqual([422, 'statement_unreadable']);
    expect(await statementsOf(id)).toEqual([]);
  });
});

describe('a file with several accounts', () => {
  const january = months().january;
  const ofTwo = (one: string, other: string) =>
    camtDocument([
      camtStatement({ ...january, account: one, lines: [] }),
      camtStatement({ ...january, account: other }),
    ]);

  test('brings the statements of the account whose number it has, and says whose else it has', async () => {
    const [one, other] = [anAccountNumber(), anAccountNumber()];
    const { id } = await anAccount(other);
    const { body } = await send(id, ofTwo(one, other));
    expect(body).toMatchObject({ added: 3, otherAccounts: [{ number: one, lines: 0 }] });
    expect(await statementsOf(id)).toMatchObject([{ lineCount: 3 }]);
  });

  test('lets somebody choose for an account without a number', async () => {
    const [one, other] = [anAccountNumber(), anAccountNumber()];
    const { id } = await anAccount();
    const refused = await send(id, ofTwo(one, other));
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: 'several_accounts',
        message: `This file has 2 accounts: ${one} (0 lines), ${other} (3 lines). Choose the one that this account is.`,
        accounts: [
          { number: one, lines: 0 },
          { number: other, lines: 3 },
        ],
      },
    });
    expect(await statementsOf(id)).toEqual([]);
    const chosen = await send(id, ofTwo(one, other), { account: other });
    expect(chosen.body).toMatchObject({ added: 3, otherAccounts: [{ number: one }] });
    const { body } = await testApp.call(listBankAccounts, { cookie: await cookie() });
    expect(body.find((account) => account.id === id)).toMatchObject({ number: other });
  });

  test('is refused for another one, with the numbers of all', async () => {
    const [one, other, third] = [anAccountNumber(), anAccountNumber(), anAccountNumber()];
    const { id } = await anAccount(third);
    expect(await send(id, ofTwo(one, other), { account: other })).toMatchObject({
      status: 409,
      error: {
        code: 'other_account',
        message: `This file has 2 accounts: ${one} (0 lines), ${other} (3 lines). This is the account ${third}. Nothing was imported.`,
      },
    });
  });

  test.each(['XXXXXXXXXX', '****12', 'S01'])(
    'is not one because of a number that the bank hides: %s',
    async (hidden) => {
      const { id } = await anAccount(anAccountNumber());
      const { body } = await send(id, camt({ ...january, account: hidden }));
      expect(body).toMatchObject({ added: 3, otherAccounts: [] });
    },
  );

  test('is not one because of a number with marks for some digits', async () => {
    const { id } = await anAccount('4111 2345 6789 0002');
    const { body } = await send(id, camt({ ...january, account: '4111XXXXXXXX0002' }));
    expect(body.added).toBe(3);
    const { id: other } = await anAccount('4111 2345 6789 0003');
    const refused = await send(other, camt({ ...january, account: '4111XXXXXXXX0002' }));
    expect(refused.error.code).toBe('other_account');
  });
});

test('balances of what has its value by then are those of what is booked', async () => {
  const { id } = await anAccount();
  const account = anAccountNumber();
  const late = (day: string, valueOn: string, cents: number) =>
    camtEntry({ day, cents }).replace(/<ValDt>.*<\/ValDt>/, `<ValDt><Dt>${valueOn}</Dt></ValDt>`);
  const day = (first: string, openingCents: number, closingCents: number, entries: string) =>
    camtDocument([camtFrame({ account, openingCents, closingCents, first, last: first }, entries)]);
  const monday = day(
    '2026-03-30',
    10_000,
    12_000,
    `${late('2026-03-30', '2026-03-30', 2_000)}${late('2026-03-30', '2026-03-31', 5_000)}`,
  );
  expect(await send(id, monday)).toMatchObject({ body: { added: 2 } });
  // The line of Monday has its value now, and another one has it tomorrow.
  const tuesday = day(
    '2026-03-31',
    12_000,
    17_500,
    `${late('2026-03-31', '2026-03-31', 500)}${late('2026-03-31', '2026-04-01', -100)}`,
  );
  expect(await send(id, tuesday)).toMatchObject({ body: { added: 2 } });
  expect(await statementsOf(id)).toMatchObject([
    { openingCents: 17_000, closingCents: 17_400 },
    { openingCents: 10_000, closingCents: 17_000 },
  ]);
  const wrong = day('2026-04-01', 17_500, 17_401, '');
  expect(await send(id, wrong)).toMatchObject({ error: { code: 'totals_differ' } });
  const elsewhere = anAccountNumber();
  const [first, second] = [monday, tuesday].map((file) =>
    Buffer.from(file.replaceAll(account, elsewhere)),
  );
  const { id: other } = await anAccount();
  const twoDays = zipSync({ 'a.xml': first ?? Buffer.of(), 'b.xml': second ?? Buffer.of() });
  expect(await send(other, twoDays)).toMatchObject({ body: { added: 4 } });
});

test('letters are read in the encoding that a file names', async () => {
  const { id } = await anAccount();
  const written = camt({
    ...months().january,
    lines: [{ day: '2026-01-05', cents: 100, name: 'NAME' }],
  })
    .replace('UTF-8', 'ISO-8859-2')
    .split('NAME');
  const polish = Buffer.from([0xa3, 0x75, 0x63, 0x6a, 0x61, 0x20, 0xaf, 0xf3, 0xb3, 0xe6]);
  const bytes = Buffer.concat([
    Buffer.from(written[0] ?? ''),
    polish,
    Buffer.from(written[1] ?? ''),
  ]);
  expect((await send(id, bytes)).body.added).toBe(1);
  expect(await linesOf(id)).toMatchObject([{ counterparty: 'Łucja Żółć' }]);
});
