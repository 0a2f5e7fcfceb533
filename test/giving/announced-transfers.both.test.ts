import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  getBankLine,
  listUnmatchedLines,
  type MatchPart,
  matchLine,
} from '#contract/banking/bank-matches.ts';
import { removeStatements } from '#contract/banking/bank-statements.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import {
  announceTransfer,
  enterTransfers,
  listExpectedTransfers,
} from '#contract/giving/announced-transfers.ts';
import { type Deposit, deleteDeposit, getDeposit, saveDeposit } from '#contract/giving/deposits.ts';
import { getDonation } from '#contract/giving/donations.ts';
import type { ApprovalId, BankLineId, CauseId } from '#contract/ids.ts';
import { saveSettings } from '#contract/operations/settings.ts';
import { getApproval } from '#contract/people/approvals.ts';
import { erasePerson } from '#contract/privacy/privacy.ts';
import { makeTransferReference } from '#core/giving/transfer-reference.ts';
import { deleteForgottenTransfers } from '#server/giving/announced-transfers/delete-forgotten-transfers.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, type BankStoryLine, camt } from '#test/support/bank-files.ts';
import { aLine, depositCalls, donationsOf, type LineInput } from '#test/support/deposits.ts';
import { aCause, anAdministrator, signIn } from '#test/support/factories.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { changeSettings } from '#test/support/settings.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const web = useWebSite(testApp, { site: { isTrial: false } });
const { cookie, anAccount, send, linesOf, statementsOf } = bankCalls(testApp);
const { as, anOpenDeposit, close, confirm, returnLine } = depositCalls(testApp);

const details = 'Everycent\nIBAN GB33 BUKB 2020 1555 5555 55\nA Bank';
let cause: { id: CauseId; name: string };
beforeAll(async () => {
  cause = await aCause(testApp);
  await changeSettings(testApp, { bankTransfers: { isOffered: true, details } });
});
beforeEach(async () => {
  await sql`truncate bank_matches`.execute(testApp.db);
});

let count = 0;
async function announced(changes: Partial<RequestOf<typeof announceTransfer>['body']> = {}) {
  count += 1;
  const body = {
    amount: 5_000,
    causeId: cause.id,
    firstName: 'Trudy',
    lastName: 'Transfer',
    email: `trudy${count}@example.org`,
    ...changes,
  };
  const response = await testApp.call(announceTransfer, { body });
  return { ...response, email: body.email, reference: response.body.reference };
}

async function arrived(lines: BankStoryLine[]) {
  const { id } = await anAccount();
  await send(id, camt({ account: anAccountNumber(), openingCents: 0, lines }));
  return { accountId: id, lines: await linesOf(id) };
}
const enter = async (...ids: BankLineId[]) =>
  testApp.call(enterTransfers, { cookie: await as('counter'), body: { lineIds: ids } });
const unmatched = async (id: BankLineId) => {
  const { body } = await testApp.call(listUnmatchedLines, {
    cookie: await cookie(),
    query: { limit: 100 },
  });
  return body.find((line) => line.id === id);
};
const match = async (id: BankLineId, part: MatchPart) =>
  testApp.call(matchLine, { cookie: await cookie(), params: { id }, body: { parts: [part] } });
const save = async (deposit: Deposit, depositLines: LineInput[]) =>
  testApp.call(saveDeposit, {
    cookie: await as('counter'),
    params: { id: deposit.id },
    body: {
      title: deposit.title,
      expectedCount: depositLines.length,
      expectedAmount: depositLines.reduce((sum, { amount }) => sum + amount, 0),
      revision: deposit.revision,
      depositLines,
    },
  });
const typed = ({ lines }: Deposit): LineInput[] =>
  lines.map(
    ({
      id: _,
      cause: of,
      donationId: __,
      returned: ___,
      alike: ____,
      announced: _____,
      bankLineId,
      ...line
    }) => ({
      ...line,
      causeId: of.id,
      ...(bankLineId !== null && { bankLineId }),
    }),
  );

describe('a donor', () => {
  test('gets a reference, also by mail, and nothing is donated yet', async () => {
    const { status, reference, email } = await announced();
    expect(status).toBe(201);
    expect(reference).toMatch(/^EC-[A-Z0-9]{4}-[A-Z0-9]{3}$/);
    const { rows: mails } = await sql<{
      text: string;
    }>`select data ->> 'text' as text from pgboss.job
      where name = 'mail' and data ->> 'to' = ${email}`.execute(testApp.db);
    expect(mails).toHaveLength(1);
    // This site is a trial.
    expect(mails[0]?.text).toContain('please do not transfer any money');
    expect(mails[0]?.text).toContain(reference);
    // An address that nobody has confirmed must not carry texts of others.
    expect(mails[0]?.text).not.toContain('Trudy');
    const { rows } = await sql`select from donations where email = ${email}`.execute(testApp.db);
    expect(rows).toEqual([]);
  });

  test('is not mailed more often than others can cause', async () => {
    const email = 'often@example.org';
    for (const _ of Array.from({ length: 5 })) {
      expect((await announced({ email })).status).toBe(201);
    }
    expect(await mailsQueuedFor(testApp, email)).toBe(3);
  });

  test('gets none for less than a card would pay', async () => {
    const { minCents } = testApp.config.donation;
    expect((await announced({ amount: minCents - 1 })).error).toMatchObject({
      code: 'invalid_input',
      fields: { amount: 'Must be at least $1.00' },
    });
    expect((await announced({ amount: minCents })).status).toBe(201);
  });

  test('gets none from a charity that takes no transfers, or for a cause that is none', async () => {
    expect((await announced({ causeId: newId<CauseId>() })).error).toMatchObject({
      code: 'invalid_input',
      fields: { causeId: 'Choose a cause from the list' },
    });
    await changeSettings(testApp, { bankTransfers: { isOffered: false, details } });
    expect((await announced()).error.code).toBe('bank_transfers_off');
    const page = await web.get('/donate/bank-transfer');
    expect(page.body).toContain('We take no bank transfers at the moment.');
    expect((await web.get('/donate')).body).not.toContain('by bank transfer');
    await changeSettings(testApp, { bankTransfers: { isOffered: true, details } });
    expect((await web.get('/donate')).body).toContain('Donate by bank transfer');
  });

  test('sees where to transfer to without script, and only with a reference that is one', async () => {
    const form = { amount: '50', causeId: cause.id, firstName: 'Nora', lastName: 'Noscript' };
    const response = await web.post('/donate/bank-transfer', {
      ...form,
      email: 'nora@example.org',
    });
    expect(response.statusCode).toBe(303);
    const page = await web.get(String(response.headers.location));
    expect(page.body).toContain('GB33 BUKB 2020 1555 5555 55');
    expect(page.body).toMatch(/EC-[A-Z0-9]{4}-[A-Z0-9]{3}/);
    expect(page.body).toContain('$50.00');
    expect(page.body).toContain(cause.name);
    expect(page.body).not.toMatch(/Noscript|nora@example/);
    const wrong = await web.get('/donate/bank-transfer?reference=EC-2222-223');
    expect(wrong.body).not.toContain('EC-2222-223');
    const unknown = makeTransferReference('222222') ?? '';
    const nobodys = await web.get(`/donate/bank-transfer?reference=${unknown}`);
    expect(nobodys.body).not.toContain(unknown);
    expect(nobodys.body).toContain('Show Bank Details');
  });
});

describe('a line of the bank with a reference', () => {
  test('that is entered for somebody else says who announced it, until it is confirmed', async () => {
    const { reference, email } = await announced();
    const { lines } = await arrived([{ day: '2026-01-08', cents: 5_000, text: reference }]);
    const { body: entered } = await enter(lines[0]?.id as BankLineId);
    expect(entered.lines[0]?.announced).toBeNull();
    const other = await aCause(testApp);
    const elsewhere = { causeId: other.id, firstName: 'Theo', email: 'theo@example.org' };
    const changed = typed(entered).map((line) => ({ ...line, ...elsewhere }));
    const { body: saved } = await save(entered, changed);
    expect(saved.lines[0]?.announced).toEqual({
      reference,
      name: 'Trudy Transfer',
      email,
      cause: cause.name,
    });
    const { body: confirmed } = await confirm((await close(saved)).body, 'counter');
    expect(confirmed.lines[0]?.announced).toBeNull();
  });

  test('becomes a donation of whoever announced it, by two people, and is proposed for its line', async () => {
    const { reference, email } = await announced({ amount: 9_900 });
    const other = await announced();
    // Another amount than announced, a donation every month, and the same total as a third line.
    const { lines } = await arrived([
      { day: '2026-01-05', cents: 3_000, text: `Gift ${reference.toLowerCase()}`, name: 'T T' },
      { day: '2026-01-06', cents: 5_000, text: 'Something else' },
      { day: '2026-01-07', cents: 2_000, text: other.reference.replaceAll('-', ' ') },
    ]);
    const byCents = (cents: number) => lines.find((line) => line.cents === cents)?.id as BankLineId;
    expect(await unmatched(byCents(3_000))).toMatchObject({
      expected: { reference, name: 'Trudy Transfer' },
      deposit: null,
    });
    expect((await enter(byCents(5_000))).error.code).toBe('reference_unknown');
    const { body: deposit, status } = await enter(byCents(3_000), byCents(2_000));
    expect(status).toBe(201);
    expect(deposit).toMatchObject({ state: 'open', expectedAmount: 5_000, count: 2 });
    expect(deposit.lines[0]).toMatchObject({
      kind: 'transfer',
      amount: 3_000,
      receivedOn: '2026-01-05',
      email,
      cause: { id: cause.id, name: cause.name },
      bankLineId: byCents(3_000),
    });
    expect((await unmatched(byCents(3_000)))?.deposit).toMatchObject({ id: deposit.id });
    const opened = { cookie: await as('counter'), params: { id: byCents(3_000) } };
    expect((await testApp.call(getBankLine, opened)).body).toMatchObject({
      expected: { reference },
      deposit: { id: deposit.id },
    });

    expect((await enter(byCents(3_000))).error.code).toBe('line_entered');
    const ignored = { kind: 'ignored', cents: 3_000, reason: 'No donation' } as const;
    expect((await match(byCents(3_000), ignored)).error.code).toBe('line_entered');

    const closed = (await close(deposit)).body;
    expect((await confirm(closed, 'counter')).status).toBe(200);
    // Approvals are off here: `deposits.test.ts` has the rule of the second person.
    const { body: confirmed } = await testApp.call(getDeposit, {
      cookie: await as('counter'),
      params: { id: deposit.id },
    });
    const [donationId] = donationsOf(confirmed);
    const { body: donation } = await testApp.call(getDonation, {
      cookie: await as('counter'),
      params: { id: donationId as NonNullable<typeof donationId> },
    });
    expect(donation).toMatchObject({ amount: 3_000, source: 'offline', receivedOn: '2026-01-05' });

    expect((await unmatched(byCents(3_000)))?.proposal).toMatchObject({
      kind: 'donation',
      id: donationId,
    });
    // The total of the deposit is that of a line that it did not come from.
    expect((await unmatched(byCents(5_000)))?.proposal).toBeNull();
    const found = await match(byCents(3_000), {
      kind: 'donation',
      cents: 3_000,
      id: donationId as NonNullable<typeof donationId>,
    });
    expect(found.status).toBe(200);
    expect((await enter(byCents(3_000))).error.code).toBe('line_matched');
    const { body: list } = await testApp.call(listExpectedTransfers, {
      cookie: await cookie(),
      query: {},
    });
    expect(list.find((one) => one.reference === reference)).toMatchObject({
      amount: 9_900,
      arrivals: 1,
      lastArrivedOn: '2026-01-05',
    });
  });

  test('is told from what somebody has typed as well, and not from another line of the bank', async () => {
    const { reference } = await announced();
    const day = '2026-02-03';
    const { lines } = await arrived([
      { day, cents: 7_700, text: `${reference} one` },
      { day, cents: 7_700, text: `${reference} two` },
    ]);
    const { body: entered } = await enter(...lines.map(({ id }) => id));
    expect(entered.lines.map(({ alike }) => alike)).toEqual([[], []]);
    const byHand = { kind: 'transfer', amount: 7_700, receivedOn: day, checkNumber: '' } as const;
    const hers = aLine(cause.id, { ...byHand, firstName: 'Trudy', lastName: 'Transfer' });
    const { body: both } = await save(entered, [...typed(entered), hers]);
    expect(both.lines.map(({ alike }) => alike.map(({ deposit }) => deposit?.line))).toEqual([
      [],
      [],
      [1, 2],
    ]);
    const moved = await anOpenDeposit([hers]);
    expect(moved.lines[0]?.alike).toHaveLength(3);
    const { body: seen } = await testApp.call(getDeposit, {
      cookie: await as('counter'),
      params: { id: entered.id },
    });
    expect(seen.lines[0]?.alike).toMatchObject([{ deposit: { id: moved.id, line: 1 } }]);
  });

  test('names nobody if it names two, if money leaves, or if the reference is mistyped', async () => {
    const one = await announced();
    const two = await announced();
    const wrong = one.reference.replace(/.$/, one.reference.endsWith('2') ? '3' : '2');
    const { lines } = await arrived([
      { day: '2026-04-01', cents: 100, text: `${one.reference} ${two.reference}` },
      { day: '2026-04-02', cents: -200, text: one.reference },
      { day: '2026-04-03', cents: 300, text: wrong },
      { day: '2026-04-04', cents: 400, text: `${one.reference}, again ${one.reference}` },
    ]);
    for (const { id, cents } of lines) {
      const isNamed = cents === 400;
      expect((await unmatched(id))?.expected === null).toBe(!isNamed);
      if (!isNamed) expect((await enter(id)).error.code).toBe('reference_unknown');
    }
  });

  test('is entered once by two people at the same moment', async () => {
    const { reference } = await announced();
    const { lines } = await arrived([{ day: '2026-05-01', cents: 100, text: reference }]);
    const [id] = lines.map((line) => line.id) as [BankLineId];
    const outcomes = await Promise.all([enter(id), enter(id), enter(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(
      (await testApp.call(getBankLine, { cookie: await cookie(), params: { id } })).status,
    ).toBe(200);
  });
});

describe('a line of the bank that was entered', () => {
  test('keeps its amount and its day, and cannot be put into another deposit', async () => {
    const { reference } = await announced();
    const { lines } = await arrived([
      { day: '2026-02-05', cents: 1_100, text: reference },
      { day: '2026-02-06', cents: 1_200, text: reference },
    ]);
    const [first, second] = lines.map(({ id }) => id) as [BankLineId, BankLineId];
    const { body: deposit } = await enter(first);
    const [line] = typed(deposit) as [LineInput];
    for (const change of [
      { amount: 1_101 },
      { receivedOn: '2026-02-07' },
      { kind: 'cash' as const },
      { bankLineId: second },
    ]) {
      expect((await save(deposit, [{ ...line, ...change }])).error.code).toBe('line_entered');
    }
    expect((await save(deposit, [line, line])).error.code).toBe('line_entered');
    const renamed = await save(deposit, [{ ...line, firstName: 'Gertrude' }]);
    expect(renamed.body.lines[0]).toMatchObject({ firstName: 'Gertrude', bankLineId: first });
    const { rows } = await sql`select from deposit_lines
      where bank_line_id = ${first} and expected_transfer_id is not null`.execute(testApp.db);
    expect(rows).toHaveLength(1);
    // Taken out of the deposit, it waits for another one.
    await save(renamed.body, [aLine(cause.id)]);
    expect((await enter(first)).status).toBe(201);
  });

  test('can be entered again once its deposit is deleted, or its donation was reversed', async () => {
    const { reference } = await announced();
    const { lines, accountId } = await arrived([
      { day: '2026-03-05', cents: 700, text: reference },
    ]);
    const [id] = lines.map((line) => line.id) as [BankLineId];
    const { body: deposit } = await enter(id);
    await testApp.call(deleteDeposit, {
      cookie: await as('counter'),
      params: { id: deposit.id },
    });
    const again = await enter(id);
    expect(again.status).toBe(201);
    const { body: confirmed } = await confirm((await close(again.body)).body);
    const [line] = confirmed.lines;
    await returnLine(line?.id as NonNullable<typeof line>['id'], 'reversal');
    const third = await enter(id);
    expect(third.status).toBe(201);
    // The statement leaves, and the deposit stays with what was entered.
    const [statement] = await statementsOf(accountId);
    const removed = await testApp.call(removeStatements, {
      cookie: await cookie(),
      params: { id: statement?.id as NonNullable<typeof statement>['id'] },
    });
    expect(removed.status).toBe(204);
    expect((await close(third.body)).status).toBe(200);
  });

  test('keeps its statement once it is a donation, so that it is entered no second time', async () => {
    const { reference } = await announced();
    const { lines, accountId } = await arrived([
      { day: '2026-03-06', cents: 800, text: reference },
    ]);
    const { body: deposit } = await enter(...lines.map(({ id }) => id));
    const { body: confirmed } = await confirm((await close(deposit)).body);
    const [statement] = await statementsOf(accountId);
    const remove = async () =>
      testApp.call(removeStatements, {
        cookie: await cookie(),
        params: { id: statement?.id as NonNullable<typeof statement>['id'] },
      });
    expect((await remove()).error).toMatchObject({
      code: 'statement_in_use',
      message: expect.stringContaining('1 line of this file became a donation with a deposit'),
    });
    const [line] = confirmed.lines;
    await returnLine(line?.id as NonNullable<typeof line>['id'], 'reversal');
    expect((await remove()).status).toBe(204);
  });
});

describe('a line of the bank that nobody announced', () => {
  const enterFor = async (causeId: CauseId, ...lineIds: BankLineId[]) =>
    testApp.call(enterTransfers, { cookie: await as('counter'), body: { lineIds, causeId } });

  test('becomes a line of a deposit for the cause that somebody chose, beside announced ones', async () => {
    const { reference, email } = await announced();
    const other = await aCause(testApp);
    const { lines } = await arrived([
      { day: '2026-07-01', cents: 1_000, text: 'Gift', name: 'ANNA  MARIA SCHMIDT' },
      { day: '2026-07-02', cents: 2_000, text: 'Gift', name: 'Cher' },
      { day: '2026-07-03', cents: 3_000, text: 'Gift' },
      { day: '2026-07-04', cents: 4_000, text: reference, name: 'T T' },
      { day: '2026-07-05', cents: 5_000, text: 'Gift', name: `Fund ${'x'.repeat(120)}` },
    ]);
    const { status, body: deposit } = await enterFor(other.id, ...lines.map(({ id }) => id));
    expect(status).toBe(201);
    const common = { kind: 'transfer', email: '', cause: { id: other.id, name: other.name } };
    expect(deposit.lines).toMatchObject([
      { ...common, amount: 1_000, firstName: 'ANNA MARIA', lastName: 'SCHMIDT' },
      { ...common, amount: 2_000, firstName: '', lastName: 'Cher' },
      { ...common, amount: 3_000, firstName: '', lastName: '', receivedOn: '2026-07-03' },
      { amount: 4_000, firstName: 'Trudy', email, cause: { id: cause.id } },
      { ...common, amount: 5_000, firstName: 'Fund', lastName: 'x'.repeat(100) },
    ]);
    expect(deposit.lines.map(({ bankLineId }) => bankLineId).sort()).toEqual(
      lines.map(({ id }) => id).sort(),
    );
    const saved = await save(deposit, typed(deposit));
    expect(saved.status).toBe(200);
    const { body: confirmed } = await confirm((await close(saved.body)).body);
    const first = lines.find(({ cents }) => cents === 1_000)?.id as BankLineId;
    expect((await unmatched(first))?.proposal).toMatchObject({
      kind: 'donation',
      id: confirmed.lines[0]?.donationId,
    });
  });

  test('needs a cause that there is, and money that came', async () => {
    const one = await announced();
    const two = await announced();
    const { lines } = await arrived([
      { day: '2026-08-01', cents: 100, text: `${one.reference} ${two.reference}`, name: 'A B' },
      { day: '2026-08-02', cents: -200, text: 'Rent' },
    ]);
    const byCents = (cents: number) => lines.find((line) => line.cents === cents)?.id as BankLineId;
    expect((await enter(byCents(100))).error.code).toBe('reference_unknown');
    expect((await enterFor(newId<CauseId>(), byCents(100))).error).toMatchObject({
      code: 'invalid_input',
      fields: { causeId: 'Choose a cause from the list' },
    });
    expect((await enterFor(cause.id, byCents(-200))).error.code).toBe('reference_unknown');
    expect((await enterFor(cause.id, byCents(100))).status).toBe(201);
  });
});

test('what never came is deleted after half a year, and a standing order goes on', async () => {
  const forgotten = await announced();
  const used = await announced();
  const { lines } = await arrived([{ day: '2026-06-01', cents: 100, text: used.reference }]);
  await enter(lines[0]?.id as BankLineId);
  await sql`update expected_transfers set created_at = now() - interval '181 days'
    where reference in (${forgotten.reference}, ${used.reference})`.execute(testApp.db);
  await deleteForgottenTransfers(testApp.db);
  const { rows } = await sql<{ reference: string }>`select reference from expected_transfers
    where reference in (${forgotten.reference}, ${used.reference})`.execute(testApp.db);
  expect(rows).toEqual([{ reference: used.reference }]);
});

test('an erasure takes the announcement along', async () => {
  const { email, reference } = await announced();
  const owner = await signIn(testApp, await anAdministrator(testApp));
  const erased = await testApp.call(erasePerson, {
    cookie: owner,
    body: { who: email },
  });
  expect(erased.body.isErased).toBe(true);
  const { rows } = await sql`select from expected_transfers where reference = ${reference}`.execute(
    testApp.db,
  );
  expect(rows).toEqual([]);
});

test('one owner alone does not lead donors to another account', async () => {
  await anAdministrator(testApp);
  const owner = await signIn(testApp, await anAdministrator(testApp));
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  const now = await testApp.settings.read(testApp.db);
  const saved = await testApp.call(saveSettings, {
    cookie: owner,
    body: { ...now, bankTransfers: { isOffered: true, details: 'My own account' } },
  });
  expect(saved.status).toBe(202);
  // Nor first another account while it is not offered, and then the offer.
  const hidden = await testApp.call(saveSettings, {
    cookie: owner,
    body: { ...now, bankTransfers: { isOffered: false, details: 'My own account' } },
  });
  expect(hidden.status).toBe(202);
  expect((await testApp.settings.read(testApp.db)).bankTransfers.details).toBe(details);
  // Whoever approves the offer sees the account.
  await changeSettings(testApp, { bankTransfers: { isOffered: false, details } });
  const offered = await testApp.call(saveSettings, {
    cookie: owner,
    body: {
      ...(await testApp.settings.read(testApp.db)),
      bankTransfers: { isOffered: true, details },
    },
  });
  expect(offered.status).toBe(202);
  const other = await signIn(testApp, await anAdministrator(testApp));
  const { awaitingApproval: id } = offered.body as unknown as { awaitingApproval: ApprovalId };
  const { body: asked } = await testApp.call(getApproval, { cookie: other, params: { id } });
  expect(asked.facts).toContainEqual(
    expect.objectContaining({ label: 'Where donors transfer money to', value: details }),
  );
  await changeSettings(testApp, {
    fourEyes: { ...fourEyes, isOn: false },
    bankTransfers: { isOffered: true, details },
  });
  const nowhere = await testApp.call(saveSettings, {
    cookie: owner,
    body: {
      ...(await testApp.settings.read(testApp.db)),
      bankTransfers: { isOffered: true, details: ' ' },
    },
  });
  expect(nowhere.error.fields).toEqual({ 'bankTransfers.details': 'Required' });
});
