import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addBankAccount, changeBankAccount } from '#contract/banking/bank-accounts.ts';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import { approve, getApproval } from '#contract/people/approvals.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAccountNumber } from '#test/support/bank-files.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp({ checksEach: true });
let mine = '';
let theirs = '';
beforeAll(async () => {
  // Approvals take two owners.
  await aTeamMember(testApp, 'owner');
  [mine, theirs] = [
    await signIn(testApp, await aTeamMember(testApp, 'treasurer')),
    await signIn(testApp, await aTeamMember(testApp, 'treasurer')),
  ];
});
beforeEach(() => fourEyes(true));

async function fourEyes(isOn: boolean): Promise<void> {
  const settings = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...settings.fourEyes, isOn } });
}

const aName = () => `Account ${randomUUID()}`;
const add = (body: { name: string; number: string }) =>
  testApp.call(addBankAccount, { cookie: mine, body });
const accountNamed = (name: string) =>
  testApp.db
    .selectFrom('bankAccounts')
    .select(['id', 'number', 'isClosed'])
    .where('name', '=', name)
    .executeTakeFirst();

/** The second person looks at what was asked for, and approves it. */
async function approveAs(cookie: string, { body }: { body: unknown }) {
  const params = { id: (body as ApprovalRequested).awaitingApproval };
  const shown = (await testApp.call(getApproval, { cookie, params })).body;
  const { fingerprint } = shown;
  const { status } = await testApp.call(approve, { cookie, params, body: { fingerprint } });
  return { status, facts: shown.facts };
}

async function anAccount() {
  const name = aName();
  await fourEyes(false);
  const { body } = await add({ name, number: anAccountNumber() });
  await fourEyes(true);
  return { ...body, number: body.number ?? '' };
}

test('another bank account takes a second person, since what goes to it is not spent', async () => {
  const name = aName();
  const asked = await add({ name, number: '' });
  expect(asked.status).toBe(202);
  expect(await accountNamed(name)).toBeUndefined();
  expect((await approveAs(mine, asked)).status).toBe(409);
  expect(await approveAs(theirs, asked)).toMatchObject({
    status: 200,
    facts: [
      { label: 'What', value: 'Add a bank account' },
      { label: 'Name', value: name },
      { label: 'Account number', value: 'From its first statement' },
    ],
  });
  expect(await accountNamed(name)).toBeDefined();
});

test('one that is there already is refused at once, and nobody is asked', async () => {
  const { name } = await anAccount();
  expect((await add({ name, number: '' })).status).toBe(409);
});

test('another name or the end of an account takes one person, another number or opening it again takes two', async () => {
  const { id, number } = await anAccount();
  const name = aName();
  const change = (body: { number: string; isClosed: boolean }) =>
    testApp.call(changeBankAccount, { cookie: mine, params: { id }, body: { name, ...body } });
  expect((await change({ number, isClosed: false })).status).toBe(200);
  const other = anAccountNumber();
  for (const typed of [other, '']) {
    expect((await change({ number: typed, isClosed: false })).status).toBe(202);
  }
  expect((await change({ number: number.toLowerCase(), isClosed: true })).status).toBe(200);
  const asked = await change({ number: other, isClosed: false });
  expect(asked.status).toBe(202);
  expect(await accountNamed(name)).toMatchObject({ number, isClosed: true });
  expect(await approveAs(theirs, asked)).toMatchObject({
    status: 200,
    facts: [
      { label: 'What', value: 'Change a bank account' },
      { label: 'Name', value: name },
      { label: 'Account number', value: `${other} (now ${number})` },
      { label: 'State', value: 'Open (now Closed)' },
    ],
  });
  expect(await accountNamed(name)).toMatchObject({ number: other, isClosed: false });
});

test('a number that the first statement would say is filled in by one person', async () => {
  const name = aName();
  await fourEyes(false);
  const { body } = await add({ name, number: '' });
  await fourEyes(true);
  const { status } = await testApp.call(changeBankAccount, {
    cookie: mine,
    params: { id: body.id },
    body: { name, number: anAccountNumber(), isClosed: false },
  });
  expect(status).toBe(200);
});
