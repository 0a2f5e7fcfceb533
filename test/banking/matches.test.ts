import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeBankAccount } from '#contract/banking/bank-accounts.ts';
import {
  getBankLine,
  listUnmatchedLines,
  type MatchPart,
  matchLine,
  matchLines,
  unmatchLine,
} from '#contract/banking/bank-matches.ts';
import { listBankMonths, lockMonth, unlockMonth } from '#contract/banking/bank-months.ts';
import { removeStatements } from '#contract/banking/bank-statements.ts';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import type { BankAccountId, BankLineId } from '#contract/ids.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { approve, getApproval } from '#contract/people/approvals.ts';
import { listOperationsEntries } from '#contract/provider/card-costs.ts';
import { describeOperations } from '#core/ledger/operations-kinds.ts';
import { countUnmatchedLines } from '#server/banking/matches/queries.ts';
import { findAgreementDay } from '#server/banking/months/queries.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import { aLine, depositCalls, donationsOf } from '#test/support/deposits.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import { aCause, anAdministrator, aTeamMember, signIn } from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp({ checksEach: true });
const { cookie, anAccount, send, linesOf, statementsOf } = bankCalls(testApp);
const { aBookedImport, settled, takeBack } = importCalls(testApp);
const { aNeedOf, spend, undo } = expenseCalls(testApp);
const { aClosedDeposit, aConfirmedDeposit, confirm, returnLine } = depositCalls(testApp);

async function match(id: BankLineId, parts: MatchPart[]) {
  return testApp.call(matchLine, { cookie: await cookie(), params: { id }, body: { parts } });
}
async function unmatch(id: BankLineId) {
  const body = { reason: 'It was something else.' };
  return testApp.call(unmatchLine, { cookie: await cookie(), params: { id }, body });
}
type Line = Awaited<ReturnType<typeof linesOf>>[number];
async function months() {
  const { body } = await testApp.call(listBankMonths, { cookie: await cookie() });
  return body;
}
const lock = async (month: string) =>
  testApp.call(lockMonth, { cookie: await cookie(), body: { month } });

/** All that the tests of this file import is in 2026; each begins with its own books and bank. */
async function forget() {
  await sql`truncate bank_matches, month_locks`.execute(testApp.db);
  await sql`delete from bank_lines`.execute(testApp.db);
  await sql`delete from bank_statements`.execute(testApp.db);
}

async function aMonth(lines: { day: string; cents: number; text?: string; name?: string }[]) {
  await forget();
  const account = await anAccount();
  const number = anAccountNumber();
  await send(
    account.id,
    camt({
      account: number,
      openingCents: 100_000,
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
      lines,
    }),
  );
  return { account, number, lines: await sorted(account.id) };
}
async function sorted(id: BankAccountId) {
  return (await linesOf(id)).toSorted((one, other) => (one.bookedOn < other.bookedOn ? -1 : 1));
}
async function aDeposit(amount = 5_000, receivedOn = '2026-01-05') {
  const { id: causeId } = await aCause(testApp);
  return aConfirmedDeposit([aLine(causeId, { amount, receivedOn })]);
}

test('a month agrees, is locked, and nothing changes its figures', async () => {
  const { account, number, lines } = await aMonth([{ day: '2026-01-08', cents: 6_000 }]);
  const [paidIn] = lines as [(typeof lines)[0]];
  const deposit = await aDeposit(6_000);
  const late = await aDeposit(900, '2026-01-30');
  const { id: causeId } = await aCause(testApp);
  const closed = await aClosedDeposit([aLine(causeId, { receivedOn: '2026-01-31' })]);
  expect((await lock('2026-01')).error).toMatchObject({
    code: 'month_not_ready',
    message: '1 line until 01/31/2026 must be matched first.',
  });
  expect((await lock('2026-02')).error.code).toBe('month_not_ready');
  await match(paidIn.id, [{ kind: 'deposit', id: deposit.id, cents: 6_000 }]);
  const [january] = (await months()).months;
  expect(january?.figures).toMatchObject({
    bank: 106_000,
    unmatched: 0,
    difference: 0,
    overdue: 0,
    underway: { gifts: 900, payouts: 0 },
  });
  expect(await findAgreementDay(testApp.db, 'UTC')).toEqual({
    isImported: true,
    day: '2026-01-31',
  });
  expect((await lock('2026-01')).status).toBe(204);
  const locked = (await months()).months[0];
  expect(locked).toMatchObject({ isLocked: true, isLastLock: true, figures: january?.figures });

  const refused = async (
    call: Promise<{ status: number; error: { code: string; message: string } }>,
  ) => {
    const { status, error } = await call;
    expect([status, error.code]).toEqual([409, 'month_locked']);
    expect(error.message).toContain('January 2026 is locked');
  };
  await refused(unmatch(paidIn.id));
  await refused(confirm(closed));
  await refused(
    send(
      (await anAccount()).id,
      camt({
        account: anAccountNumber(),
        openingCents: 0,
        lines: [{ day: '2026-01-20', cents: 1 }],
      }),
    ),
  );
  const removal = await testApp.call(removeStatements, {
    cookie: await cookie(),
    params: { id: (await statementsOf(account.id))[0]?.id as never },
  });
  expect(removal.error.code).toBe('statement_in_use');
  // February is open: its file overlaps, and its line is what January waited for.
  await send(
    account.id,
    camt({
      account: number,
      openingCents: 106_000,
      firstDay: '2026-02-01',
      lastDay: '2026-02-28',
      lines: [{ day: '2026-02-03', cents: 900 }],
    }),
  );
  const february = (await sorted(account.id)).at(-1);
  expect(
    (await match(february?.id as never, [{ kind: 'deposit', id: late.id, cents: 900 }])).status,
  ).toBe(200);
  // What happens to a gift of January today counts today.
  await returnLine(late.lines[0]?.id as never, 'bounce');
  const [, after] = (await months()).months;
  expect(after?.figures).toEqual(january?.figures);
  await testApp.db.deleteFrom('approvals').execute();
  const id = after?.lock?.id as never;
  const unlocked = await testApp.call(unlockMonth, {
    cookie: await cookie(),
    params: { id },
    body: { reason: 'A line was wrong.' },
  });
  expect(unlocked.status).toBe(204);
  // Computed again, they are the same.
  expect((await months()).months[1]?.figures).toEqual(january?.figures);
  expect((await unmatch(paidIn.id)).status).toBe(200);
});

test('a line without money needs no match, and the month with it is locked', async () => {
  const { lines } = await aMonth([{ day: '2026-01-08', cents: 0, text: 'New terms' }]);
  expect(lines).toMatchObject([{ cents: 0, text: 'New terms' }]);
  const unmatched = await testApp.call(listUnmatchedLines, { cookie: await cookie(), query: {} });
  expect(unmatched.body).toEqual([]);
  expect(await countUnmatchedLines(testApp.db)).toEqual({ count: 0, oldestAt: null });
  expect((await months()).months[0]?.figures).toMatchObject({ unmatchedLines: 0, unmatched: 0 });
  expect((await lock('2026-01')).status).toBe(204);
});

test('lines are proposed, matched, split, and undone, and everything adds up', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-08', cents: 7_500, text: 'Deposit' },
    { day: '2026-01-31', cents: -250, text: 'Account fee' },
  ]);
  const [paidIn, fee] = lines as [(typeof lines)[0], (typeof lines)[0]];
  const deposit = await aDeposit(7_500);
  const unmatched = await testApp.call(listUnmatchedLines, { cookie: await cookie(), query: {} });
  expect(unmatched.body.map(({ id, proposal }) => [id, proposal?.id])).toEqual([
    [paidIn.id, deposit.id],
    [fee.id, undefined],
  ]);
  const wrong = await match(paidIn.id, [{ kind: 'deposit', id: deposit.id, cents: 7_000 }]);
  expect([wrong.status, wrong.error.code]).toEqual([409, 'totals_differ']);
  const { body } = await match(paidIn.id, [{ kind: 'deposit', id: deposit.id, cents: 7_500 }]);
  expect(body.matches).toMatchObject([{ kind: 'deposit', cents: 7_500 }]);
  const twice = await match(paidIn.id, [{ kind: 'deposit', id: deposit.id, cents: 7_500 }]);
  expect(twice.error.code).toBe('line_matched');
  // What is taken back with a reason can be matched anew, in parts.
  expect((await unmatch(paidIn.id)).body.matches).toEqual([]);
  expect((await unmatch(paidIn.id)).error.code).toBe('line_not_matched');
  const [donation] = donationsOf(deposit);
  const split = await match(paidIn.id, [
    { kind: 'donation', id: donation as never, cents: 7_000 },
    { kind: 'ignored', cents: 500, reason: 'A refund of the phone company.' },
  ]);
  expect(split.status).toBe(200);
  // The fee is in the operations book, and out of it again.
  const fees = () =>
    testApp.db
      .selectFrom('operationsEntries')
      .select(['amountCents', 'countsOn'])
      .where('kind', '=', 'bank_fee')
      .orderBy('id')
      .execute();
  await match(fee.id, [{ kind: 'fee', cents: -250 }]);
  expect(await fees()).toEqual([{ amountCents: -250, countsOn: '2026-01-31' }]);
  await unmatch(fee.id);
  await match(fee.id, [{ kind: 'fee', cents: -250 }]);
  expect((await fees()).map(({ amountCents }) => amountCents)).toEqual([-250, 250, -250]);
  const book = await testApp.call(listOperationsEntries, { cookie: await cookie(), query: {} });
  expect(book.body.map(describeOperations)).toEqual([
    'Fee of the bank',
    'Fee of the bank undone',
    'Fee of the bank',
  ]);
  expect(await checkLedger(testApp.db)).toEqual([]);
  await expect(
    testApp.db.deleteFrom('bankMatches').where('kind', '=', 'ignored').execute(),
  ).rejects.toThrow('must come to its amount');
});

test('fees of one line of which donations have paid a part come back together or not at all', async () => {
  const { lines } = await aMonth([{ day: '2026-01-31', cents: -10_000, text: 'Fees' }]);
  const [line] = lines as [Line];
  const halves = [
    { kind: 'fee' as const, cents: -5_000 },
    { kind: 'fee' as const, cents: -5_000 },
  ];
  expect((await match(line.id, halves)).status).toBe(200);
  const { id: causeId } = await aCause(testApp, { isForRunningCosts: true });
  const { nominationId } = await aNeedOf(causeId, 4_000);
  const paid = await spend(nominationId, 4_000, { paysCardCosts: true, paidOn: '2026-02-01' });
  expect(paid.status).toBe(201);
  expect((await unmatch(line.id)).error.code).toBe('fee_paid_by_donations');
  await undo(paid.body.id);
  expect((await unmatch(line.id)).status).toBe(200);
});

test('no month waits for the statements of an account that was closed with nothing in it', async () => {
  const { account, number } = await aMonth([{ day: '2026-01-08', cents: 5_000 }]);
  const closing = async (isClosed: boolean) =>
    testApp.call(changeBankAccount, {
      cookie: await cookie(),
      params: { id: account.id },
      body: { name: account.name, number, isClosed },
    });
  const refused = await closing(true);
  expect([refused.status, refused.error.code]).toEqual([409, 'bank_account_not_empty']);
  expect(refused.error.fields?.isClosed).toContain('ends with $1,050.00');
  // What is left is carried to another account, which goes on.
  const february = { firstDay: '2026-02-01', lastDay: '2026-02-28' };
  const { id: other } = await anAccount();
  const otherNumber = anAccountNumber();
  const empties = { account: number, openingCents: 105_000, ...february };
  const fills = { account: otherNumber, openingCents: 0, ...february };
  const moved = { day: '2026-02-10', cents: 105_000 };
  await send(account.id, camt({ ...empties, lines: [{ ...moved, cents: -105_000 }] }));
  await send(other, camt({ ...fills, lines: [moved] }));
  const march = { firstDay: '2026-03-01', lastDay: '2026-03-31', lines: [] };
  await send(other, camt({ account: otherNumber, openingCents: 105_000, ...march }));
  expect((await months()).coverage?.lastDay).toBe('2026-02-28');
  expect((await closing(true)).body).toMatchObject({ isClosed: true });
  expect((await months()).coverage?.lastDay).toBe('2026-03-31');
  expect((await months()).months.at(-1)?.figures?.bank).toBe(105_000);
  const late = camt({ account: number, openingCents: 0, ...march });
  expect((await send(account.id, late)).error.code).toBe('bank_account_closed');
  const [statement] = await statementsOf(account.id);
  const removal = await testApp.call(removeStatements, {
    cookie: await cookie(),
    params: { id: statement?.id as never },
  });
  expect(removal.error.code).toBe('bank_account_closed');
  expect((await closing(false)).body).toMatchObject({ isClosed: false });
  expect((await months()).coverage?.lastDay).toBe('2026-02-28');
});

test('fees and money of other books above the limit of expenses take a second person', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-10', cents: -4_000 },
    { day: '2026-01-11', cents: -2_000, text: 'To a friend' },
    { day: '2026-01-12', cents: 3_000 },
  ]);
  const [fee, paidOut, paidIn] = lines as [Line, Line, Line];
  const [first, second] = [
    await aTeamMember(testApp, 'treasurer'),
    await aTeamMember(testApp, 'treasurer'),
  ];
  const as = { cookie: await signIn(testApp, first) };
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, {
    fourEyes: { ...fourEyes, isOn: true, spendingAboveCents: 5_000 },
  });
  const ask = (id: BankLineId, parts: MatchPart[]) =>
    testApp.call(matchLine, { ...as, params: { id }, body: { parts } });
  const reason = 'It belongs to the club.';
  try {
    // Refused: it does not come to the line. That counts for nothing.
    expect((await ask(fee.id, [{ kind: 'fee', cents: -3_999 }])).status).toBe(409);
    expect((await ask(fee.id, [{ kind: 'fee', cents: -4_000 }])).status).toBe(200);
    // Together above the limit, in whichever direction.
    expect((await ask(paidIn.id, [{ kind: 'ignored', cents: 3_000, reason }])).status).toBe(202);
    const waiting = await ask(paidOut.id, [{ kind: 'ignored', cents: -2_000, reason }]);
    expect(waiting.status).toBe(202);
    const { awaitingApproval: id } = waiting.body as unknown as ApprovalRequested;
    const they = { cookie: await signIn(testApp, second), params: { id } };
    const shown = await testApp.call(getApproval, they);
    expect(shown.body.facts).toMatchObject([
      { label: 'Line', value: expect.stringContaining('01/11/2026, -$20.00') },
      { label: 'Text', value: expect.stringContaining('To a friend') },
      { label: 'Not part of these books', value: `-$20.00: ${reason}` },
    ]);
    const { fingerprint } = shown.body;
    expect((await testApp.call(approve, { ...they, body: { fingerprint } })).status).toBe(200);
    const { body } = await testApp.call(getBankLine, { ...as, params: { id: paidOut.id } });
    expect(body.matches).toMatchObject([{ kind: 'ignored', cents: -2_000 }]);
    // The process died after it was done: approved once more, it is what it is.
    await sql`update approvals set status = 'approving' where id = ${id}`.execute(testApp.db);
    const again = await testApp.call(approve, { ...they, body: { fingerprint } });
    expect([again.status, again.body.status]).toEqual([200, 'approved']);
    // What took two people is taken back by two; what one person could say, by one.
    const undo = (line: Line) =>
      testApp.call(unmatchLine, { ...as, params: { id: line.id }, body: { reason: 'A mistake.' } });
    expect((await undo(fee)).status).toBe(200);
    await changeSettings(testApp, {
      fourEyes: { ...fourEyes, isOn: true, spendingAboveCents: 1_999 },
    });
    const asked = await undo(paidOut);
    expect(asked.status).toBe(202);
    const undoing = {
      ...they,
      params: { id: (asked.body as never as ApprovalRequested).awaitingApproval },
    };
    const { body: seen } = await testApp.call(getApproval, undoing);
    expect(seen.facts).toMatchObject([
      { label: 'What', value: 'Undo the match of a bank line' },
      { label: 'Line', value: expect.stringContaining('-$20.00') },
      { label: 'Text', value: expect.stringContaining('To a friend') },
      { label: 'Not part of these books', value: `-$20.00: ${reason}` },
      { label: 'Reason', value: 'A mistake.' },
    ]);
    const undone = await testApp.call(approve, {
      ...undoing,
      body: { fingerprint: seen.fingerprint },
    });
    expect(undone.status).toBe(200);
    const { body: open } = await testApp.call(getBankLine, { ...as, params: { id: paidOut.id } });
    expect(open.matches).toEqual([]);
    // Several at once are what the books know.
    const many = await testApp.call(matchLines, {
      ...as,
      body: {
        matchedLines: [{ id: paidIn.id, parts: [{ kind: 'ignored', cents: 3_000, reason }] }],
      } as never,
    });
    expect(many.status).toBe(400);
  } finally {
    await changeSettings(testApp, { fourEyes });
  }
});

test('a transfer that took months is the word of one person, and takes a second one above the limit', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-08', cents: -6_000, text: 'Cash withdrawal' },
    { day: '2026-01-28', cents: -4_000 },
  ]);
  const savings = await anAccount();
  const story = { openingCents: 0, firstDay: '2026-01-01', lastDay: '2026-01-31' };
  const gift = { day: '2026-01-20', cents: 6_000, name: 'Mrs. Smith' };
  const came = { day: '2026-01-31', cents: 4_000 };
  await send(savings.id, camt({ ...story, account: anAccountNumber(), lines: [gift, came] }));
  const [withdrawal, moved] = lines as [Line, Line];
  const [arrived, given] = (await linesOf(savings.id)) as [Line, Line];
  await aTeamMember(testApp, 'treasurer');
  const treasurer = await aTeamMember(testApp, 'treasurer');
  const as = { cookie: await signIn(testApp, treasurer) };
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, {
    fourEyes: { ...fourEyes, isOn: true, spendingAboveCents: 1_000 },
  });
  const transfer = (cents: number, { id }: Line) => [{ kind: 'transfer' as const, cents, id }];
  try {
    const parts = transfer(-6_000, given);
    const slow = await testApp.call(matchLine, { ...as, params: withdrawal, body: { parts } });
    expect(slow.status).toBe(202);
    // It has shown nothing that the trail would have to tell.
    const actor = `user:${treasurer.id}` as const;
    const owner = { cookie: await signIn(testApp, await anAdministrator(testApp)) };
    const { body: trail } = await testApp.call(listAudit, { ...owner, query: { actor } });
    expect(trail.map(({ action }) => action)).not.toContain('contact.list_opened');
    const body = { matchedLines: [{ id: withdrawal.id, parts }] };
    const atOnce = await testApp.call(matchLines, { ...as, body });
    expect(atOnce.body).toMatchObject({ done: [], refused: [{ id: withdrawal.id }] });
    const quick = { params: moved, body: { parts: transfer(-4_000, arrived) } };
    expect((await testApp.call(matchLine, { ...as, ...quick })).status).toBe(200);
  } finally {
    await changeSettings(testApp, { fourEyes });
  }
});

test('the key of one line counts for no other line', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-10', cents: -3_000 },
    { day: '2026-01-11', cents: -3_000 },
  ]);
  const [first, second] = lines as [Line, Line];
  await aTeamMember(testApp, 'treasurer');
  const mine = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, {
    fourEyes: { ...fourEyes, isOn: true, spendingAboveCents: 5_000 },
  });
  const ask = async ({ id }: Line) => {
    const body = { parts: [{ kind: 'fee' as const, cents: -3_000 }] };
    const keyed = { params: { id }, body, idempotencyKey: 'one-key' };
    return (await testApp.call(matchLine, { cookie: mine, ...keyed })).status;
  };
  try {
    expect(await ask(first)).toBe(200);
    expect(await ask(second)).toBe(202);
  } finally {
    await changeSettings(testApp, { fourEyes });
  }
});

test('a target is never matched for more than it has', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-06', cents: 5_000 },
    { day: '2026-01-07', cents: 5_000 },
  ]);
  const deposit = await aDeposit(5_000);
  const part: MatchPart = { kind: 'deposit', id: deposit.id, cents: 5_000 };
  const accept = await testApp.call(matchLines, {
    cookie: await cookie(),
    body: { matchedLines: lines.map(({ id }) => ({ id, parts: [part] })) },
  });
  expect(accept.body.done).toHaveLength(1);
  expect(accept.body.refused).toMatchObject([
    { reason: expect.stringContaining('expected at the bank') },
  ]);
  const left = lines.find(({ id }) => !accept.body.done.includes(id));
  const [donation] = donationsOf(deposit);
  const again = await match(left?.id as BankLineId, [
    { kind: 'donation', id: donation as never, cents: 5_000 },
  ]);
  expect(again.error.code).toBe('target_matched');
});

test('a donation that only the name of its donor speaks for is not matched with others', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-06', cents: 4_000, name: 'W. Withoutmail', text: 'For you' },
    { day: '2026-01-07', cents: 7_000 },
  ]);
  const { id: causeId } = await aCause(testApp);
  const dated = { receivedOn: '2026-01-05' };
  const named = await aConfirmedDeposit([
    aLine(causeId, { ...dated, amount: 4_000 }),
    aLine(causeId, { ...dated, amount: 1_500 }),
  ]);
  const whole = await aDeposit(7_000);
  const { body } = await testApp.call(listUnmatchedLines, { cookie: await cookie(), query: {} });
  expect(body.map(({ proposal }) => [proposal?.kind, proposal?.isByName])).toEqual([
    ['donation', true],
    ['deposit', false],
  ]);
  const [byName, sure] = lines as [Line, Line];
  const part: MatchPart = { kind: 'donation', id: donationsOf(named)[0] as never, cents: 4_000 };
  const accepted = await testApp.call(matchLines, {
    cookie: await cookie(),
    body: {
      matchedLines: [
        { id: byName.id, parts: [part] },
        { id: sure.id, parts: [{ kind: 'deposit', id: whole.id, cents: 7_000 }] },
      ],
    },
  });
  expect(accepted.body).toMatchObject({
    done: [sure.id],
    refused: [{ id: byName.id, reason: expect.stringContaining('Only the name of the donor') }],
  });
  expect((await match(byName.id, [part])).status).toBe(200);
});

test('a line of a deposit was not wrong as long as the bank says that its money came', async () => {
  const { lines } = await aMonth([{ day: '2026-01-06', cents: 8_000 }]);
  const { id: causeId } = await aCause(testApp);
  const dated = { receivedOn: '2026-01-05' };
  const deposit = await aConfirmedDeposit([
    aLine(causeId, { ...dated, amount: 5_000 }),
    aLine(causeId, { ...dated, amount: 3_000 }),
    aLine(causeId, { ...dated, amount: 1_000 }),
  ]);
  const [paidIn] = lines as [Line];
  // Two of three came: the third may have been wrong, and the two may not.
  await match(paidIn.id, [{ kind: 'deposit', id: deposit.id, cents: 8_000 }]);
  const [first, second, third] = deposit.lines.map(({ id }) => id) as [never, never, never];
  const refused = await returnLine(first, 'reversal');
  expect([refused.status, refused.error.code]).toEqual([409, 'bank_matched']);
  expect((await returnLine(third, 'reversal')).status).toBe(200);
  expect((await returnLine(second, 'reversal')).error.code).toBe('bank_matched');
  await unmatch(paidIn.id);
  expect((await returnLine(second, 'reversal')).status).toBe(200);
  // The same for a line that was matched with its donation alone.
  const part: MatchPart = { kind: 'donation', id: donationsOf(deposit)[0] as never, cents: 5_000 };
  const [other] = (await aMonth([{ day: '2026-01-07', cents: 5_000 }])).lines as [Line];
  expect((await match(other.id, [part])).status).toBe(200);
  expect((await returnLine(first, 'reversal')).error.code).toBe('bank_matched');
  expect((await returnLine(first, 'bounce')).status).toBe(200);
});

test('a check that bounces weeks later is matched with its line', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-06', cents: 5_000 },
    { day: '2026-01-29', cents: -5_000, text: 'Returned check' },
  ]);
  const deposit = await aDeposit(5_000);
  const [paidIn, back] = lines as [(typeof lines)[0], (typeof lines)[0]];
  await match(paidIn.id, [{ kind: 'deposit', id: deposit.id, cents: 5_000 }]);
  const [donation] = donationsOf(deposit) as [never];
  const part: MatchPart = { kind: 'donation', id: donation, cents: -5_000 };
  expect((await match(back.id, [part])).error.code).toBe('target_matched');
  await returnLine(deposit.lines[0]?.id as never, 'bounce');
  expect((await match(back.id, [part])).status).toBe(200);
});

test('a transfer is two lines, matched and undone together', async () => {
  const { lines } = await aMonth([{ day: '2026-01-30', cents: -30_000, text: 'To savings' }]);
  const savings = await anAccount();
  await send(
    savings.id,
    camt({
      account: anAccountNumber(),
      openingCents: 0,
      firstDay: '2026-01-01',
      lastDay: '2026-02-28',
      lines: [{ day: '2026-02-02', cents: 30_000 }],
    }),
  );
  const [out] = lines as [(typeof lines)[0]];
  const [arrived] = (await linesOf(savings.id)) as [(typeof lines)[0]];
  const { body } = await testApp.call(listUnmatchedLines, { cookie: await cookie(), query: {} });
  expect(body.map(({ proposal }) => proposal?.kind)).toEqual(['transfer', 'transfer']);
  const transfer: MatchPart[] = [{ kind: 'transfer', id: arrived.id, cents: -30_000 }];
  expect((await match(out.id, transfer)).status).toBe(200);
  const other = await testApp.call(getBankLine, {
    cookie: await cookie(),
    params: { id: arrived.id },
  });
  expect(other.body.matches).toMatchObject([{ kind: 'transfer', cents: 30_000 }]);
  await unmatch(arrived.id);
  const both = await testApp.call(listUnmatchedLines, { cookie: await cookie(), query: {} });
  expect(both.body).toHaveLength(2);
  // The lock of the month of one side keeps the other side, too.
  await match(out.id, transfer);
  expect((await lock('2026-01')).status).toBe(204);
  expect((await unmatch(arrived.id)).error.code).toBe('month_locked');
});

test('what is imported was in an account before: it is no difference, and changes no month of before', async () => {
  await forget();
  const account = await anAccount();
  const lastDay = new Date().toISOString().slice(0, 10);
  await send(
    account.id,
    camt({
      account: anAccountNumber(),
      openingCents: 100_000,
      firstDay: '2026-01-01',
      lastDay,
      lines: [],
    }),
  );
  const before = (await months()).months;
  const stripe = { 'Gift ID': 'pi_imported_1', Amount: '20,00' };
  const booked = await aBookedImport(plainFile([{ 'Gift ID': 'G-1', Amount: '5,00' }, stripe]), {
    decimalMark: ',',
    dateOrder: 'dmy',
    system: 'Our list',
    paymentColumn: 0,
  });
  expect(booked.counts).toMatchObject({ new: 2 });
  const [latest, ...earlier] = (await months()).months;
  expect(earlier).toEqual(before.slice(1));
  const changed = { donors: 2_500, other: -2_500 };
  expect(latest?.figures).toEqual({
    ...before[0]?.figures,
    donors: (before[0]?.figures.donors ?? 0) + changed.donors,
    other: (before[0]?.figures.other ?? 0) + changed.other,
  });
  await takeBack(booked);
  await settled(booked.id);
  expect((await months()).months).toEqual(before);
  // What was spent before is not in the bank either, and nobody holds it for donors.
  await aBookedImport(plainFile([{ 'Gift ID': 'G-2', Amount: '5,00' }]), {
    decimalMark: ',',
    dateOrder: 'dmy',
    system: 'Our list',
    isSpentBefore: true,
  });
  expect((await months()).months).toEqual(before);
});

test('what has no target is a part of the line, so that no part makes up for another one', async () => {
  const { lines } = await aMonth([
    { day: '2026-01-08', cents: 100 },
    { day: '2026-01-09', cents: 9_800 },
  ]);
  const [small, deposited] = lines as [(typeof lines)[0], (typeof lines)[0]];
  const reason = 'Made up.';
  for (const parts of [
    [
      { kind: 'fee', cents: 1_000_000 },
      { kind: 'ignored', cents: -999_900, reason },
    ],
    [
      { kind: 'fee', cents: -1_000_000 },
      { kind: 'ignored', cents: 1_000_100, reason },
    ],
    [
      { kind: 'fee', cents: -Number.MAX_SAFE_INTEGER + 100 },
      { kind: 'ignored', cents: Number.MAX_SAFE_INTEGER, reason },
    ],
  ] satisfies MatchPart[][]) {
    expect((await match(small.id, parts)).error.code).toBe('totals_differ');
  }
  // A bank that takes its fee out of what came.
  const deposit = await aDeposit(10_000);
  const parts: MatchPart[] = [
    { kind: 'deposit', id: deposit.id, cents: 10_000 },
    { kind: 'fee', cents: -200 },
  ];
  expect((await match(deposited.id, parts)).status).toBe(200);
});

test('donated money that left as other money is missing, whoever says what it was', async () => {
  await forget();
  const account = await anAccount();
  await send(
    account.id,
    camt({
      account: anAccountNumber(),
      openingCents: 0,
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
      lines: [
        { day: '2026-01-08', cents: 500_000 },
        { day: '2026-01-20', cents: -500_000, text: 'Casino' },
      ],
    }),
  );
  const [paidIn, out] = (await sorted(account.id)).map(({ id }) => ({ id })) as [
    { id: BankLineId },
    { id: BankLineId },
  ];
  const deposit = await aDeposit(500_000);
  await match(paidIn.id, [{ kind: 'deposit', id: deposit.id, cents: 500_000 }]);
  const differenceNow = async () => (await months()).months[0]?.figures.difference ?? 0;
  const before = await differenceNow();
  await match(out.id, [{ kind: 'ignored', cents: -500_000, reason: 'It was ours.' }]);
  // But for what the tests before have left as other money.
  expect((await differenceNow()) - before).toBeLessThan(-400_000);
  const { day } = await findAgreementDay(testApp.db, 'UTC');
  expect(day === null || day < '2026-01-20').toBe(true);
});
