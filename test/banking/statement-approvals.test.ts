import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addBankAccount } from '#contract/banking/bank-accounts.ts';
import { matchLine } from '#contract/banking/bank-matches.ts';
import {
  importStatements,
  listBankLines,
  listBankStatements,
  removeStatements,
} from '#contract/banking/bank-statements.ts';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import type { BankAccountId } from '#contract/ids.ts';
import { approve, getApproval, withdraw } from '#contract/people/approvals.ts';
import { hoursToRemoveAlone } from '#server/banking/bank-statements/four-eyes.ts';
import { findAgreementDay } from '#server/banking/months/queries.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
const number = anAccountNumber();
const day = '2026-01-20';
let tess: string;
let otto: string;
let accountId: BankAccountId;

const january = (...cents: number[]) =>
  camt({
    account: number,
    openingCents: 0,
    firstDay: '2026-01-01',
    lastDay: day,
    lines: cents.map((each, place) => ({ day, cents: each, text: `Line ${place}` })),
  });
async function send(content: string) {
  const response = await testApp.request({
    method: 'POST',
    url: importStatements.path.replace(':id', accountId),
    query: { fileName: 'january.xml' },
    headers: { 'content-type': 'application/octet-stream', cookie: tess },
    payload: Buffer.from(content),
  });
  return { status: response.statusCode, body: response.json() as ApprovalRequested };
}
const cents = async () => {
  const params = { id: accountId };
  const { body } = await testApp.call(listBankLines, { cookie: tess, params, query: {} });
  return body.map((line) => line.cents).sort((one, other) => one - other);
};
const asked = async ({ awaitingApproval: id }: ApprovalRequested) =>
  (await testApp.call(getApproval, { cookie: otto, params: { id } })).body;
async function ottoApproves(waiting: ApprovalRequested) {
  const { id, fingerprint } = await asked(waiting);
  return testApp.call(approve, { cookie: otto, params: { id }, body: { fingerprint } });
}
async function remove() {
  const statements = await testApp.call(listBankStatements, {
    cookie: tess,
    params: { id: accountId },
  });
  const id = statements.body[0]?.id as never;
  return testApp.call(removeStatements, { cookie: tess, params: { id } });
}
const keptFiles = async () =>
  (await sql`select from approvals where request ? 'base64'`.execute(testApp.db)).rows.length;

beforeAll(async () => {
  tess = await signIn(testApp, await anAdministrator(testApp));
  otto = await signIn(testApp, await anAdministrator(testApp));
  const account = await testApp.call(addBankAccount, {
    cookie: tess,
    body: { name: 'Checking', number: '' },
  });
  accountId = account.body.id;
  expect((await send(january(500))).status).toBe(200);
  const params = { id: accountId };
  const { body: lines } = await testApp.call(listBankLines, { cookie: tess, params, query: {} });
  const parts = [{ kind: 'ignored' as const, cents: 500, reason: 'Of the owner of the house.' }];
  await testApp.call(matchLine, {
    cookie: tess,
    params: { id: lines[0]?.id as never },
    body: { parts },
  });
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, {
    fourEyes: { ...fourEyes, isOn: true, spendingAboveCents: 10_000 },
  });
});

test('lines of days on which books and bank agreed come in with a second person', async () => {
  expect(await findAgreementDay(testApp.db, 'UTC')).toEqual({ isImported: true, day });
  // Together they come to nothing: each of them counts.
  const forged = january(500, 8_000, -8_000);
  const waiting = await send(forged);
  expect(waiting.status).toBe(202);
  expect(await cents()).toEqual([500]);
  expect((await asked(waiting.body)).facts).toEqual([
    { label: 'What', value: 'Import a bank statement' },
    { label: 'Account', value: 'Checking' },
    { label: 'File', value: 'january.xml' },
    { label: 'Lines', value: '2 lines of $160.00 in all' },
    {
      label: 'Why it takes two',
      value:
        'Books and bank agreed until 01/20/2026, which everybody could read, and these lines are of that time.',
    },
  ]);
  await testApp.call(withdraw, { cookie: tess, params: { id: waiting.body.awaitingApproval } });
  expect(await keptFiles()).toBe(0);

  const again = await send(forged);
  expect((await ottoApproves(again.body)).body.status).toBe('approved');
  expect(await cents()).toEqual([-8_000, 500, 8_000]);
  expect(await keptFiles()).toBe(0);
});

test('later days, and little money, come in alone', async () => {
  const lines = [{ day: '2026-01-21', cents: 90_000 }];
  const later = camt({
    account: number,
    openingCents: 500,
    firstDay: '2026-01-21',
    lastDay: '2026-01-31',
    lines,
  });
  expect((await send(later)).status).toBe(200);
  expect(await cents()).toContain(90_000);
});

test('what came lately is removed alone, and what came before with a second person', async () => {
  expect((await remove()).status).toBe(204);
  expect(await cents()).not.toContain(90_000);
  await sql`update bank_statements set created_at = created_at - make_interval(hours => ${hoursToRemoveAlone})`.execute(
    testApp.db,
  );
  const waiting = await remove();
  expect(waiting.status).toBe(202);
  expect(await cents()).toHaveLength(3);
  expect((await ottoApproves(waiting.body as never)).body.status).toBe('approved');
  expect(await cents()).toEqual([500]);
});
