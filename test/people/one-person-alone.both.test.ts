import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addBankAccount } from '#contract/banking/bank-accounts.ts';
import { matchLine } from '#contract/banking/bank-matches.ts';
import { unlockMonth } from '#contract/banking/bank-months.ts';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import { returnDepositLine } from '#contract/giving/deposits.ts';
import { changeDonationCause } from '#contract/giving/donations.ts';
import type {
  BankLineId,
  CauseId,
  DepositLineId,
  DonationId,
  FileId,
  ImportId,
  MonthLockId,
  NominationId,
  UserId,
} from '#contract/ids.ts';
import { takeBackImport } from '#contract/imports/imports.ts';
import { saveSettings } from '#contract/operations/settings.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import { approve, getApproval } from '#contract/people/approvals.ts';
import { answerChange, liftHold, listHolds } from '#contract/people/objections.ts';
import { resetPassword } from '#contract/people/sign-in.ts';
import { createUser, deleteUser, updateUser } from '#contract/people/users.ts';
import { topUpCardCosts } from '#contract/provider/card-costs.ts';
import { mailDonors } from '#contract/publishing/donor-mailings.ts';
import { recordExpense, undoExpense } from '#contract/spending/expenses.ts';
import { changeCause } from '#contract/vetting/causes.ts';
import { maxMailedAlone } from '#core/donors/donor-mails.ts';
import { type ApprovalKind, approvalKinds } from '#core/people/approvals.ts';
import type { Role } from '#core/people/rights.ts';
import { cleanUp } from '#server/operations/upkeep/commands.ts';
import * as users from '#server/people/users/commands.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { type Answer, useTestApp } from '#test/support/app.ts';
import { expenseCalls, words } from '#test/support/expenses.ts';
import {
  aDonation,
  aPerson,
  aTeamMember,
  linkToken,
  manyDonors,
  signIn,
  testPassword,
} from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp();
const { aNeed } = expenseCalls(testApp);
const reason = 'A good one';

interface Person {
  member: TeamMember;
  cookie: string;
}

async function aPersonWho(...roles: Role[]): Promise<Person> {
  const member = await aTeamMember(testApp, ...roles);
  return { member, cookie: await signIn(testApp, member) };
}

/** The two owners of a charity in which some things take two people. */
let olive: Person;
let otto: Person;
/** Needs with money and proofs, made by people who are gone. */
let needs: { nominationId: NominationId; receiptId: FileId }[];
let donationId: DonationId;
/** One of which nothing went back. */
let wholeDonationId: DonationId;

beforeEach(async () => {
  // It is only turned on where there are two.
  await aTeamMember(testApp, 'owner');
  const fourEyes = { isOn: true, spendingAboveCents: 5_000, refundAboveCents: 5_000 };
  await changeSettings(testApp, {
    fourEyes,
    bankTransfers: { isOffered: true, details: 'Lakeside Bank, 4711' },
  });
  await testApp.db.deleteFrom('sensitiveChanges').execute();
  await testApp.db.deleteFrom('users').execute();
  olive = await aPersonWho('owner');
  otto = await aPersonWho('owner');
});

/** What expenses and refunds are about, made by people who are gone. */
async function makeNeeds(): Promise<void> {
  needs = [];
  for (let count = 0; count < 2; count++) {
    const { nominationId } = await aNeed(10_000);
    needs.push({ nominationId, receiptId: await aReceipt(testApp, nominationId) });
  }
  donationId = await aDonation(testApp);
  wholeDonationId = await aDonation(testApp);
  const owners = [olive.member.id, otto.member.id];
  await testApp.db.deleteFrom('users').where('id', 'not in', owners).execute();
}

const nameOf = ({ member }: Person) => `${member.firstName} ${member.lastName}`;
const settingsNow = () => testApp.settings.read(testApp.db);

const ways = {
  removed: ({ member: { id } }: Person) =>
    testApp.call(deleteUser, { cookie: olive.cookie, params: { id } }),
  demoted: ({ member: { id, firstName, lastName, email } }: Person) =>
    testApp.call(updateUser, {
      cookie: olive.cookie,
      params: { id },
      body: { firstName, lastName, email, roles: ['viewer'] },
    }),
};
type Way = keyof typeof ways;

/** The secret of the link to answer a change that an email is about. */
async function answerTo(email: string, subject: string): Promise<string> {
  const { text } = await testApp.inbox.waitFor(email, subject);
  const token = /answer-change\?answer=object&token=([\w-]+)/.exec(text ?? '')?.[1];
  expect(token).toBeDefined();
  return token as string;
}
const answer = (token: string, what: 'object' | 'agree') =>
  testApp.call(answerChange, { body: { token, answer: what } });

/** A week passes, with what is cleaned up every night. */
async function weekPasses(): Promise<void> {
  const week = sql`interval '7 days 1 second'`;
  await sql`update sensitive_changes set created_at = created_at - ${week}`.execute(testApp.db);
  await sql`update change_notices set objected_at = objected_at - ${week}`.execute(testApp.db);
  await cleanUp(testApp.db);
}

type Attempt = () => Promise<{ status: number; error: { code?: string; message?: string } }>;

/** The cheapest of what takes two people. */
function topUp() {
  // The same is not asked for twice, and what others asked for may still wait.
  const body = { amount: 100, direction: 'in' as const, reason: `${reason} ${newId()}` };
  return testApp.call(topUpCardCosts, { cookie: olive.cookie, body });
}

/** What one owner may try alone of each kind, with the answer that shows that nothing is in the way. */
const attempts: Record<
  Exclude<ApprovalKind, 'allocation' | 'bank_statement'>,
  [what: string, free: number, Attempt][]
> = {
  spending: [
    ['an expense', 201, () => anExpense(0)],
    [
      'taking an expense back',
      200,
      async () => {
        const { id } = await testApp.db
          .selectFrom('expenses')
          .select('id')
          .orderBy('createdAt', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        return testApp.call(undoExpense, {
          cookie: olive.cookie,
          params: { id },
          body: { reason },
        });
      },
    ],
  ],
  refund: [
    [
      'a refund',
      201,
      () =>
        testApp.call(createRefund, {
          cookie: olive.cookie,
          params: { id: donationId },
          body: { amount: 9_000, reason },
        }),
    ],
  ],
  cause: [
    [
      'another cause for a donation',
      200,
      async () =>
        testApp.call(changeDonationCause, {
          cookie: olive.cookie,
          params: { id: wholeDonationId },
          body: {
            causeId: await aCauseOfNobody(),
            ground: 'donor_agreed',
            agreement: 'Yes',
            reason,
          },
        }),
    ],
  ],
  cause_name: [['another name for a cause that people gave to', 200, anotherName]],
  bank_account: [
    [
      'another bank account',
      201,
      () =>
        testApp.call(addBankAccount, {
          cookie: olive.cookie,
          body: { name: `Account ${newId()}`, number: '' },
        }),
    ],
  ],
  bank_line: [
    [
      'a bank line that is not part of these books',
      404,
      () =>
        testApp.call(matchLine, {
          cookie: olive.cookie,
          params: { id: newId<BankLineId>() },
          body: { parts: [{ kind: 'ignored', cents: 9_000, reason }] },
        }),
    ],
  ],
  month: [
    [
      'unlocking a month',
      404,
      () =>
        testApp.call(unlockMonth, {
          cookie: olive.cookie,
          params: { id: newId<MonthLockId>() },
          body: { reason },
        }),
    ],
  ],
  deposit: [
    [
      'taking a deposit back',
      404,
      () =>
        testApp.call(returnDepositLine, {
          cookie: olive.cookie,
          params: { id: newId<DepositLineId>() },
          body: { how: 'bounce', reason },
        }),
    ],
  ],
  top_up: [['money for card costs', 201, topUp]],
  import: [
    [
      'taking an import back',
      404,
      () =>
        testApp.call(takeBackImport, {
          cookie: olive.cookie,
          params: { id: newId<ImportId>() },
          body: { reason },
        }),
    ],
  ],
  mailing: [
    [
      'an email to many donors',
      201,
      async () => {
        const ids = await manyDonors(testApp, maxMailedAlone + 1);
        const body = { subject: 'Hello', text: 'Look here', ids };
        return testApp.call(mailDonors, { cookie: olive.cookie, body });
      },
    ],
  ],
  owner: [
    ['a new owner', 201, () => invite('owner')],
    ['a new treasurer', 201, () => invite('treasurer')],
  ],
  settings: [
    [
      'other bank details',
      200,
      () => save({ bankTransfers: { isOffered: true, details: `Mine ${newId()}` } }),
    ],
    [
      'a higher limit',
      200,
      async () => {
        const { fourEyes } = await settingsNow();
        return save({ fourEyes: { ...fourEyes, refundAboveCents: 6_000 } });
      },
    ],
    [
      'turning approvals off',
      200,
      async () => save({ fourEyes: { ...(await settingsNow()).fourEyes, isOn: false } }),
    ],
  ],
};

/** A cause that takes no administrator to make: there are two. */
async function aCauseOfNobody(): Promise<CauseId> {
  const id = newId<CauseId>();
  await testApp.db
    .insertInto('causes')
    .values({ id, name: `Cause ${id}` })
    .execute();
  return id;
}

async function anotherName() {
  const { id, revision } = await testApp.db
    .selectFrom('causes')
    .select(['causes.id', 'causeRevision as revision'])
    .innerJoin('donations', 'donations.causeId', 'causes.id')
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow();
  const body = { revision, name: `Cause ${newId()}`, description: '' };
  return testApp.call(changeCause, { cookie: olive.cookie, params: { id }, body });
}

async function anExpense(index: number) {
  const { nominationId, receiptId } = needs[index] as (typeof needs)[number];
  return testApp.call(recordExpense, {
    cookie: olive.cookie,
    params: { id: nominationId },
    body: { ...words, amount: 9_000, receiptIds: [receiptId] },
  });
}

async function invite(...roles: Role[]) {
  const { firstName, lastName, email } = aPerson();
  return testApp.call(createUser, {
    cookie: olive.cookie,
    body: { firstName, lastName, email, roles },
  });
}

async function save(changed: Partial<Awaited<ReturnType<typeof settingsNow>>>) {
  return testApp.call(saveSettings, {
    cookie: olive.cookie,
    body: { ...(await settingsNow()), ...changed },
  });
}

/** Otto approves what Olive asks for. */
async function ottoApproves(asked: { status: number; body: unknown }) {
  expect(asked.status).toBe(202);
  const params = { id: (asked.body as ApprovalRequested).awaitingApproval };
  const { cookie } = otto;
  const { fingerprint } = (await testApp.call(getApproval, { cookie, params })).body;
  return testApp.call(approve, { cookie, params, body: { fingerprint } });
}

/** Tries everything; the answers that differ from what is expected. */
async function tryAll(expected: (free: number) => [status: number, code: string | undefined]) {
  const differing: unknown[] = [];
  let count = 0;
  for (const kind of Object.keys(approvalKinds) as ApprovalKind[]) {
    // It is what others propose to an owner, who needs nobody.
    if (kind === 'allocation') continue;
    // It depends on what is in the books: test/banking/statement-approvals.test.ts.
    if (kind === 'bank_statement') continue;
    expect(attempts[kind].length).toBeGreaterThan(0);
    for (const [what, free, attempt] of attempts[kind]) {
      count += 1;
      const [status, code] = expected(free);
      const got = await attempt();
      if (got.status !== status || (code && got.error.code !== code)) {
        differing.push([what, got.status, got.error]);
      }
    }
  }
  expect(differing).toEqual([]);
  return count;
}

describe.each(Object.keys(ways) as Way[])('an owner who has %s the other one', (way) => {
  test('does nothing alone that takes two, for seven days, and everything afterward', async () => {
    await makeNeeds();
    expect(await ottoApproves(await anExpense(1))).toMatchObject({ status: 200 });
    expect((await ways[way](otto)).status).toBeLessThan(300);
    const { error } = await anExpense(0);
    expect(error.message).toContain(nameOf(otto));
    expect(await tryAll(() => [409, 'approver_missing'])).toBe(17);
    // What takes nobody goes on.
    expect((await invite('viewer')).status).toBe(201);
    const holds = await testApp.call(listHolds, { cookie: olive.cookie });
    expect(holds.body).toMatchObject([{ mayLift: false }]);

    await weekPasses();
    await tryAll((free) => [free, undefined]);
    expect((await testApp.call(listHolds, { cookie: olive.cookie })).body).toEqual([]);
  });

  test('goes on at once if the other one agrees by email', async () => {
    expect((await ways[way](otto)).status).toBeLessThan(300);
    const token = await answerTo(otto.member.email, way === 'removed' ? 'removed' : 'roles of');
    expect((await topUp()).status).toBe(409);
    expect((await answer(token, 'agree')).status).toBe(200);
    expect((await topUp()).status).toBe(201);
    await testApp.inbox.waitFor(olive.member.email, `${nameOf(otto)} agreed`);
    // A second time, there is nothing to agree to.
    expect((await answer(token, 'agree')).error.code).toBe('invalid_token');
  });

  test('does not need to wait for a third person', async () => {
    const third = await aPersonWho('treasurer');
    expect((await ways[way](otto)).status).toBeLessThan(300);
    otto = third;
    expect(await ottoApproves(await topUp())).toMatchObject({ status: 200 });
    // A treasurer approves no settings.
    expect(
      (await save({ fourEyes: { ...(await settingsNow()).fourEyes, isOn: false } })).error.code,
    ).toBe('approver_missing');
  });
});

test('whoever was demoted by mistake gets back what they had, and nobody else gets it', async () => {
  await ways.demoted(otto);
  const viewer = await aPersonWho('viewer');
  const back = ({ member: { id, firstName, lastName, email } }: Person) =>
    testApp.call(updateUser, {
      cookie: olive.cookie,
      params: { id },
      body: { firstName, lastName, email, roles: ['owner'] },
    });
  expect((await back(viewer)).error.code).toBe('approver_missing');
  expect((await back(otto)).status).toBe(200);
  expect(await ottoApproves(await topUp())).toMatchObject({ status: 200 });
});

test('whoever gives the right up leaves no wait behind', async () => {
  const { id, firstName, lastName, email } = otto.member;
  const body = { firstName, lastName, email, roles: ['viewer' as const] };
  const left = await testApp.call(updateUser, { cookie: otto.cookie, params: { id }, body });
  expect(left.status).toBe(200);
  expect((await topUp()).status).toBe(201);
});

test('without approvals by a second person, nobody waits', async () => {
  await ottoApproves(await save({ fourEyes: { ...(await settingsNow()).fourEyes, isOn: false } }));
  await ways.removed(otto);
  expect((await topUp()).status).toBe(201);
});

describe('an objection', () => {
  test('of whoever was removed holds everything, also with two people, until its end', async () => {
    await makeNeeds();
    // One that can be tried to be taken back.
    await ottoApproves(await anExpense(1));
    await ways.removed(otto);
    const token = await answerTo(otto.member.email, 'removed');
    expect((await answer(token, 'object')).status).toBe(200);
    await testApp.inbox.waitFor(olive.member.email, `${nameOf(otto)} objects`);
    expect((await answer(token, 'object')).error.code).toBe('invalid_token');
    // Two people are no way around it either.
    const third = await aPersonWho('owner');
    await tryAll(() => [409, 'approvals_held']);

    const { cookie } = olive;
    const [hold] = (await testApp.call(listHolds, { cookie })).body;
    expect(hold?.text).toContain(`${nameOf(otto)} objected on`);
    const params = { id: (hold as NonNullable<typeof hold>).id };
    // Not by whoever made the change, but by another owner.
    const own = await testApp.call(liftHold, { cookie, params });
    expect(own).toMatchObject({ status: 409, error: { code: 'own_request' } });
    expect((await testApp.call(liftHold, { cookie: third.cookie, params })).status).toBe(204);
    expect((await testApp.call(liftHold, { cookie: third.cookie, params })).status).toBe(404);
    await testApp.inbox.waitFor(olive.member.email, `${nameOf(third)} lifted the objection`);
    expect((await topUp()).status).toBe(202);
  });

  test('of an angry person ends by itself, and cannot be repeated', async () => {
    await ways.removed(otto);
    const token = await answerTo(otto.member.email, 'removed');
    await sql`update sensitive_changes set created_at = now() - interval '6 days 23 hours'`.execute(
      testApp.db,
    );
    expect((await answer(token, 'object')).status).toBe(200);
    await sql`update sensitive_changes set created_at = created_at - interval '2 hours'`.execute(
      testApp.db,
    );
    // The wait is over, and the objection is not.
    expect((await topUp()).error.code).toBe('approvals_held');
    await sql`update change_notices set objected_at = objected_at - interval '7 days'`.execute(
      testApp.db,
    );
    expect((await answer(token, 'object')).error.code).toBe('invalid_token');
    expect((await topUp()).status).toBe(201);
  });

  test('is too late after seven days, and can be taken back at any time', async () => {
    await ways.demoted(otto);
    const token = await answerTo(otto.member.email, 'roles of');
    expect((await answer(token, 'object')).status).toBe(200);
    expect((await answer(token, 'agree')).status).toBe(200);
    expect((await topUp()).status).toBe(201);
    otto = await aPersonWho('owner');
    await ways.removed(otto);
    const late = await answerTo(otto.member.email, 'removed');
    await sql`update sensitive_changes set created_at = created_at - interval '8 days'`.execute(
      testApp.db,
    );
    expect((await answer(late, 'object')).error.code).toBe('invalid_token');
    expect((await answer('unknown', 'object')).error.code).toBe('invalid_token');
  });

  test('to weaker rules and other bank details puts the rules back, offers neither account, and holds what was approved', async () => {
    const treasurer = await aPersonWho('treasurer');
    const weaker = {
      fourEyes: { isOn: false, spendingAboveCents: 4_000, refundAboveCents: 90_000 },
      bankTransfers: { isOffered: true, details: 'An account of ours, they say' },
    };
    const other = await topUp();
    await ottoApproves(await save(weaker));
    expect(await settingsNow()).toMatchObject(weaker);
    const mail = await testApp.inbox.waitFor(treasurer.member.email, 'changed the rules');
    expect(mail.subject).toBe(
      `${nameOf(olive)} and ${nameOf(otto)} changed the rules for approvals and checks and where donors transfer money to`,
    );
    expect(mail.text).toContain('An account of ours, they say (until now Lakeside Bank, 4711)');
    const token = await answerTo(treasurer.member.email, 'changed the rules');
    expect((await answer(token, 'object')).status).toBe(200);
    expect(await settingsNow()).toMatchObject({
      // What became stricter stays.
      fourEyes: { isOn: true, spendingAboveCents: 4_000, refundAboveCents: 5_000 },
      // Who objects may be the one who had put another account there before.
      bankTransfers: { ...weaker.bankTransfers, isOffered: false },
    });
    expect(await ottoApproves(other)).toMatchObject({ error: { code: 'approvals_held' } });
    // Whoever asked for it has made it, too.
    for (const { cookie } of [olive, otto]) {
      const [hold] = (await testApp.call(listHolds, { cookie })).body;
      expect(hold).toMatchObject({ mayLift: false });
    }
    expect((await answer(token, 'agree')).status).toBe(200);
    expect(await ottoApproves(other)).toMatchObject({ status: 200 });
  });

  test('is lifted by owners only', async () => {
    await ways.demoted(otto);
    const { cookie } = await aPersonWho('viewer');
    const [hold] = (await testApp.call(listHolds, { cookie })).body;
    expect(hold?.mayLift).toBe(false);
    const params = { id: (hold as NonNullable<typeof hold>).id };
    expect((await testApp.call(liftHold, { cookie, params })).status).toBe(403);
  });
});

test('of three owners, two who demote each other at once do not both succeed', async () => {
  await aPersonWho('owner');
  const { member } = otto;
  const fewer = ({ id, firstName, lastName, email }: TeamMember) => ({
    params: { id },
    body: { firstName, lastName, email, roles: ['viewer' as const] },
  });
  const answers = await Promise.all([
    testApp.call(updateUser, { cookie: olive.cookie, ...fewer(member) }),
    testApp.call(updateUser, { cookie: otto.cookie, ...fewer(olive.member) }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

// Several times: which of the two comes first is chance.
test('an owner who is removed while they approve has approved before, or not at all', {
  repeats: 4,
}, async () => {
  const before = await testApp.db.selectFrom('operationsEntries').select('id').execute();
  const asked = await topUp();
  const third = await aPersonWho('owner');
  const [approved, removed] = await Promise.all([
    ottoApproves(asked),
    testApp.call(deleteUser, { cookie: third.cookie, params: { id: otto.member.id } }),
  ]);
  expect(removed.status).toBe(204);
  const booked = await testApp.db.selectFrom('operationsEntries').select('id').execute();
  expect(booked.length - before.length).toBe(
    (approved as Answer<typeof approve>).status === 200 ? 1 : 0,
  );
});

describe('an invitation', () => {
  test('says who invites whom as what, and nothing else is mailed until it is accepted', async () => {
    const { firstName, lastName, email } = aPerson();
    const body = { firstName, lastName, email, roles: ['treasurer' as const, 'owner' as const] };
    await ottoApproves(await testApp.call(createUser, { cookie: olive.cookie, body }));
    const mail = await testApp.inbox.waitFor(email, 'You are invited');
    expect(mail.text).toContain(`${nameOf(olive)} and ${nameOf(otto)} invited you`);
    expect(mail.text).toMatch(/Treasurer: +Allocates[\s\S]*Owner: +Does everything/);
    // The others hear of it at once.
    const news = await testApp.inbox.waitFor(otto.member.email, `invited ${firstName} ${lastName}`);
    expect(news.text).toContain('Treasurer, Owner');

    const config = { ...testApp.config, teamEmail: null };
    const addresses = () => teamAddresses(testApp.db, config);
    expect((await addresses()).sort()).toEqual([olive.member.email, otto.member.email].sort());
    await ways.demoted(otto);
    await testApp.inbox.waitFor(olive.member.email, 'roles of');
    expect((await testApp.inbox.to(email)).map(({ subject }) => subject)).toEqual([mail.subject]);

    const accepted = { token: linkToken(mail), password: testPassword };
    expect((await testApp.call(resetPassword, { body: accepted })).status).toBe(200);
    expect(await addresses()).toContain(email);
  });

  test('without roles makes an owner', async () => {
    const { firstName, lastName, email } = aPerson();
    const asked = await testApp.call(createUser, {
      cookie: olive.cookie,
      body: { firstName, lastName, email },
    });
    await ottoApproves(asked);
    const mail = await testApp.inbox.waitFor(email, 'You are invited');
    expect(mail.text).toContain('Owner:');
  });

  test('of a treasurer cannot be sent elsewhere while another call makes them one', async () => {
    const invited = await invite('viewer');
    const { id } = invited.body as { id: UserId };
    const { firstName, lastName, email } = aPerson();
    const person = { id, firstName, lastName, email };
    const alone = { mailer: testApp.mailer, settings: testApp.settings, isApproved: false };
    // As the call is made by the route: judged before, when they were a viewer, and done after the approval of the other.
    await testApp.db
      .updateTable('users')
      .set({ roles: ['treasurer'] })
      .where('id', '=', id)
      .execute();
    await expect(users.updateUser(testApp.db, olive.member, person, alone)).rejects.toMatchObject({
      code: 'approval_changed',
    });
  });
});
