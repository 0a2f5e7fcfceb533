import { describe, expect, test } from 'vitest';
import { announceTransfer } from '#contract/giving/announced-transfers.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { type SearchGroup, searchAll } from '#contract/overview/search.ts';
import { getNomination } from '#contract/vetting/nominations.ts';
import type { Role } from '#core/people/rights.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import { aLine, depositCalls } from '#test/support/deposits.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import {
  aCause,
  aDonation,
  aNomination,
  anAdministrator,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { aStoredReceipt } from '#test/support/receipts.ts';
import { draws } from '#test/support/seed.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTestPlan } from '#test/support/test-plans.ts';
import { repeats } from '#test/support/tier.ts';
import { aVolunteer } from '#test/support/volunteers.ts';

const testApp = useTestApp();
let owner: Promise<string> | undefined;
const search = async (text: string, cookie?: string) => {
  owner ??= signIn(testApp);
  return testApp.call(searchAll, { cookie: cookie ?? (await owner), query: { text } });
};
const found = async (text: string, group: SearchGroup, cookie?: string) => {
  const { body } = await search(text, cookie);
  return body.groups.find(({ name }) => name === group);
};
const as = async (...roles: Role[]) => signIn(testApp, await aTeamMember(testApp, ...roles));

describe('the search', () => {
  test('finds people by parts of their names and addresses, each with its page', async () => {
    const person = { ...aPerson(), firstName: 'Zoë', lastName: 'Quillfeather' };
    const causeId = (await aCause(testApp)).id;
    await aDonation(testApp, { person, amount: 1_234, causeId });
    const planId = await aTestPlan(testApp, { person, causeId });
    const offerId = await aVolunteer(testApp, person);
    const nominationId = await aNomination(testApp, { nominee: 'Ana Quillfeather' });
    const { groups } = (await search('quillfea')).body;
    expect(groups.map(({ name }) => name)).toEqual([
      'Donors',
      'Nominations',
      'Volunteers',
      'Recurring Donations',
    ]);
    const paths = groups.flatMap(({ results }) => results.map(({ path }) => path));
    expect(paths).toContain(`/admin/nominations?manage=${nominationId}`);
    expect(paths).toContain(`/admin/volunteers/${offerId}`);
    expect(paths).toContain(`/admin/plans/${planId}`);
    for (const text of ['zoe quillf', person.email, 'QUILLFEATHER  zoë']) {
      const [donor] = (await found(text, 'Donors'))?.results ?? [];
      expect(donor?.name).toBe('Zoë Quillfeather');
      expect(donor?.facts).toContain(person.email);
      expect(donor?.facts).toContain('2 donations, $37.34');
    }
  });

  test('finds donations, expenses, and lines of the bank of exactly an amount', async () => {
    const { aNeed, spend } = expenseCalls(testApp);
    const { nominationId } = await aNeed(771_234);
    expect((await spend(nominationId, 123_401)).status).toBe(201);
    const id = await aDonation(testApp, { amount: 123_401 });
    const { anAccount, send } = bankCalls(testApp);
    const lines = [{ day: '2026-01-05', cents: -123_401, name: 'Comfort Heating', text: 'Thanks' }];
    const account = anAccountNumber();
    await send((await anAccount()).id, camt({ account, openingCents: 500_000, lines }));
    for (const text of ['$1,234.01', '1234.01', ' 1.234,01']) {
      const { groups } = (await search(text)).body;
      expect(groups.map(({ name }) => name)).toEqual(['Donations', 'Bank Lines', 'Expenses']);
      const [donations, bank, expenses] = groups.map(({ results }) => results);
      expect(donations?.[0]).toMatchObject({
        name: '$1,234.01',
        path: `/admin/donations?manage=${id}`,
      });
      expect(bank?.[0]?.facts).toContain('Comfort Heating');
      expect(expenses?.[0]?.name).toBe('$1,234.01 to Comfort Heating');
    }
    expect((await found('comfort heat', 'Expenses'))?.results).toHaveLength(1);
    expect((await found('thanks comfort', 'Bank Lines'))?.results).toHaveLength(1);
  });

  test('finds what has a reference, a number, or an ID', async () => {
    const nominationId = await aNomination(testApp, { nominee: 'Somebody else' });
    const cookie = await signIn(testApp);
    const params = { id: nominationId };
    const { reference } = (await testApp.call(getNomination, { cookie, params })).body;
    const spoken = reference.replace('-', ' ').toLowerCase();
    expect((await found(spoken, 'Nominations'))?.results[0]?.name).toBe('Somebody else');
    const id = await aDonation(testApp);
    for (const text of [id, `pi_${id}`]) {
      expect((await found(text, 'Donations'))?.results[0]?.path).toContain(id);
    }
    const receiptId = await aStoredReceipt(testApp, id);
    const receipts = await found('2026-0000', 'Tax Receipts');
    expect(receipts?.results[0]?.path).toBe(`/admin/receipts?receipt=${receiptId}`);
    const deposits = depositCalls(testApp);
    const line = aLine((await aCause(testApp)).id, { checkNumber: '88-417' });
    const deposit = await deposits.anOpenDeposit([line]);
    expect((await found('88-417', 'Deposits'))?.results).toMatchObject([
      { name: 'Box of January', path: `/admin/deposits/${deposit.id}` },
    ]);
    expect((await found('box jan', 'Deposits'))?.results).toHaveLength(1);
  });

  test('finds an announced transfer by its reference', async () => {
    await changeSettings(testApp, { bankTransfers: { isOffered: true, details: 'A bank' } });
    const { phone: _, zip: __, ...person } = aPerson();
    const body = { ...person, amount: 5_000, causeId: (await aCause(testApp)).id };
    const { reference } = (await testApp.call(announceTransfer, { body })).body;
    const transfers = await found(
      reference.replaceAll('-', ' ').toLowerCase(),
      'Announced Transfers',
    );
    expect(transfers?.results).toMatchObject([
      { name: reference, path: `/admin/bank/expected?reference=${reference}` },
    ]);
  });

  test('finds causes and people of the team', async () => {
    const { id } = await aCause(testApp, { name: 'Roofs over heads' });
    expect((await found('roofs', 'Causes'))?.results[0]?.path).toBe(`/admin/causes?manage=${id}`);
    const { email } = await aTeamMember(testApp, 'auditor');
    expect((await found(email, 'Users'))?.results[0]?.facts).toEqual([email, 'Auditor']);
  });

  test('shows five of each kind, and leads to the list with all of them', async () => {
    for (let index = 0; index < 6; index++) await aDonation(testApp, { amount: 66_601 });
    expect(await found('$666.01', 'Donations')).toMatchObject({
      results: Array.from({ length: 5 }, () => ({ name: '$666.01' })),
      hasMore: true,
      more: '/admin/donations?amount=%24666.01&showFullyAllocated=true',
    });
  });
});

describe('whoever searches', () => {
  test('finds only what they may open, and nobody whose contact data they may not see', async () => {
    const person = { ...aPerson(), lastName: 'Umbrafell' };
    await aDonation(testApp, { person, amount: 80_102 });
    await aNomination(testApp, { nominee: 'Max Umbrafell' });
    const viewer = await as('viewer');
    const { body } = await search('umbrafell', viewer);
    expect(body.lookedThrough).toEqual(['Donations', 'Nominations', 'Expenses', 'Causes']);
    expect(body.groups.map(({ name }) => name)).toEqual(['Nominations']);
    const donations = await found('801.02', 'Donations', viewer);
    expect(donations?.results).toHaveLength(1);
    expect(JSON.stringify(donations)).not.toContain('Umbrafell');
    expect(JSON.stringify(await found('801.02', 'Donations'))).toContain('Umbrafell');
    expect((await search('umbrafell', await as('treasurer'))).body.lookedThrough).not.toContain(
      'Users',
    );
  });

  test('is recorded once an hour, if they may see contact data', async () => {
    const readings = async (actor: Awaited<ReturnType<typeof aTeamMember>>) => {
      const cookie = await signIn(testApp, actor);
      await search('somebody', cookie);
      await search('somebody else', cookie);
      const query = { actor: `user:${actor.id}` as const };
      const { body } = await testApp.call(listAudit, { cookie: await signIn(testApp), query });
      return body.map(({ what, subject }) => `${what}: ${subject.name}`);
    };
    const reading = 'Read a list with contact data: Results of the search';
    expect(await readings(await anAdministrator(testApp))).toEqual([reading]);
    expect(await readings(await aTeamMember(testApp, 'viewer'))).toEqual([]);
    // Whoever looks after volunteers sees their contact data, and so the trail says it.
    expect(
      (await search('umbrafell', await as('volunteer-coordinator'))).body.lookedThrough,
    ).toContain('Volunteers');
    expect(await readings(await aTeamMember(testApp, 'volunteer-coordinator'))).toHaveLength(1);
  });
});

test('whatever is typed is answered or refused, and what is too short finds nothing', async () => {
  for (const text of ['', ' ', 'a', '%', '_%', '😀😀', "'", '\\', 'e e']) {
    expect((await search(text)).body, text).toEqual({ lookedThrough: [], tooSlow: [], groups: [] });
  }
  const pieces = [
    ...[
      'a',
      'an',
      '%',
      '_',
      '\\',
      "'",
      '"',
      '\0',
      '\n',
      '😀',
      'שלום',
      '\u202e',
      'é',
      '\ud800',
      '²',
      '٣',
    ],
    ...[
      '$',
      '-',
      '0',
      '5',
      '1,500',
      '1e99',
      '2026-02-30',
      'pi_',
      'sub_x',
      'EC-',
      '019a',
      '/*',
      '--',
    ],
    ...['; drop table donors', '{}', '&', '|', ':*', '<b>', '%00', 'ﬀ', 'x'.repeat(90), '(', '['],
  ];
  const next = draws();
  const random = (below: number) => Math.floor(next() * below);
  const wrong: string[] = [];
  for (let index = 0; index < repeats({ change: 60, release: 1_000 }); index++) {
    const text = Array.from({ length: 1 + random(5) }, () => pieces[random(pieces.length)]).join(
      random(2) === 0 ? ' ' : '',
    );
    const { status } = await search(text);
    if (status !== 200 && status !== 400) wrong.push(`${JSON.stringify(text)} → ${status}`);
  }
  expect(wrong).toEqual([]);
  expect((await search('x'.repeat(10_000))).status).toBe(400);
});
