import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalRequested, Endpoint } from '#contract/endpoint.ts';
import type { ApprovalId, FileId, NominationId, ReviewId, UserId } from '#contract/ids.ts';
import { saveSettings } from '#contract/operations/settings.ts';
import { createRefund } from '#contract/payments/refunds.ts';
import {
  approve,
  decline,
  getApproval,
  listApprovals,
  withdraw,
} from '#contract/people/approvals.ts';
import { createUser, deleteUser, type User, updateUser } from '#contract/people/users.ts';
import { topUpCardCosts } from '#contract/provider/card-costs.ts';
import { createAllocation } from '#contract/spending/allocations.ts';
import {
  correctExpense,
  type Expense,
  recordExpense,
  undoExpense,
} from '#contract/spending/expenses.ts';
import { listChecklists, saveChecklist } from '#contract/vetting/checklists.ts';
import type { Role } from '#core/people/rights.ts';
import { cleanUp } from '#server/operations/upkeep/commands.ts';
import { countLoneMoves } from '#server/people/approvals/lone-moves.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { type Answer, type CallOptions, useTestApp } from '#test/support/app.ts';
import { expenseCalls, words } from '#test/support/expenses.ts';
import { aDonation, aPair, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp();
const { aNeed } = expenseCalls(testApp);

beforeAll(async () => {
  await aTeamMember(testApp, 'owner');
  await changeSettings(testApp, {
    fourEyes: { isOn: true, spendingAboveCents: 5_000, refundAboveCents: 5_000 },
  });
});

interface Person {
  member: TeamMember;
  cookie: string;
}

async function aPersonWho(...roles: Role[]): Promise<Person> {
  const member = await aTeamMember(testApp, ...roles);
  return { member, cookie: await signIn(testApp, member) };
}

/** Calls what takes a second person; its request. */
async function ask<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<ApprovalId> {
  const { status, body } = (await testApp.call(endpoint, options)) as Answer<E> & {
    body: ApprovalRequested;
  };
  expect(status).toBe(202);
  expect(body.message).toContain('Nothing is done yet');
  return body.awaitingApproval;
}

/** Approves what somebody sees. */
async function say(yes: Person, id: ApprovalId, changes: { fingerprint?: string } = {}) {
  const { cookie } = yes;
  const shown = await testApp.call(getApproval, { cookie, params: { id } });
  const fingerprint = changes.fingerprint ?? shown.body.fingerprint;
  return testApp.call(approve, { cookie, params: { id }, body: { fingerprint } });
}

async function aBigExpense(person: Person, amount = 9_000, idempotencyKey = newId()) {
  const need = await aNeed(10_000);
  const receiptIds = [await aReceipt(testApp, need.nominationId)];
  const options = {
    cookie: person.cookie,
    params: { id: need.nominationId },
    body: { ...words, amount, receiptIds },
    idempotencyKey,
  };
  return { ...need, options };
}

const spentFor = async (nominationId: string) => {
  const rows = await testApp.db
    .selectFrom('expenses')
    .select('amountCents')
    .where('nominationId', '=', nominationId as never)
    .execute();
  return rows.map(({ amountCents }) => amountCents);
};

/** Nine days, with what runs every night. */
async function weekPasses(): Promise<void> {
  const aged = sql`created_at = created_at - interval '9 days'`;
  await sql`update lone_moves set ${aged}`.execute(testApp.db);
  await sql`update idempotency_keys set ${aged}`.execute(testApp.db);
  await cleanUp(testApp.db);
}

test('what was done before our server failed is not done again, however late somebody presses again', async () => {
  const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
  const reason = `From membership fees ${newId()}`;
  const body = { amount: 700, direction: 'in' as const, reason };
  const id = await ask(topUpCardCosts, { cookie: first.cookie, body, idempotencyKey: newId() });
  await say(second, id);
  // The process died after it was done.
  await sql`update approvals set status = 'approving' where id = ${id}`.execute(testApp.db);
  await weekPasses();
  expect((await say(second, id)).body.status).toBe('approved');
  const booked = await testApp.db
    .selectFrom('operationsEntries')
    .select('amountCents')
    .where('reason', '=', reason)
    .execute();
  expect(booked).toEqual([{ amountCents: 700 }]);
});

describe('an expense above the limit', () => {
  test('is done when a second person approves it, once, in their name', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const { options, nominationId } = await aBigExpense(first);
    const id = await ask(recordExpense, options);
    expect(await spentFor(nominationId)).toEqual([]);
    const shown = await testApp.call(getApproval, { cookie: second.cookie, params: { id } });
    expect(shown.body).toMatchObject({ kind: 'spending', mayApprove: true, mayWithdraw: false });
    expect(shown.body.facts).toContainEqual({ label: 'Amount', value: '$90.00' });
    expect(shown.body.facts).toContainEqual({ label: 'Paid to', value: words.payee });
    expect(await say(second, id)).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await spentFor(nominationId)).toEqual([9_000]);
    const mail = await testApp.inbox.waitFor(first.member.email, 'Expense: approved');
    expect(mail.text).toContain('$90.00');
    expect(await say(second, id)).toMatchObject({
      status: 409,
      error: { code: 'approval_closed' },
    });
    expect(await spentFor(nominationId)).toEqual([9_000]);
    const { actor } = await testApp.db
      .selectFrom('ledgerEntries')
      .select('actor')
      .where('kind', '=', 'spending')
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(actor).toBe(`user:${second.member.id}`);
  });

  test('in small parts takes a second person as well, and a repeat counts once', async () => {
    const person = await aPersonWho('treasurer');
    const first = await aBigExpense(person, 3_000);
    expect((await testApp.call(recordExpense, first.options)).status).toBe(201);
    expect((await testApp.call(recordExpense, first.options)).status).toBe(201);
    const second = await aBigExpense(person, 2_000);
    expect((await testApp.call(recordExpense, second.options)).status).toBe(201);
    const third = await aBigExpense(person, 1);
    await ask(recordExpense, third.options);
    // What was done alone stays done, however often the call is repeated.
    expect((await testApp.call(recordExpense, second.options)).status).toBe(201);
    expect(await spentFor(second.nominationId)).toEqual([2_000]);
  });

  test('takes a second person to be undone, and one below it does not', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const big = await aBigExpense(first);
    expect((await say(second, await ask(recordExpense, big.options))).status).toBe(200);
    const small = await aBigExpense(first, 100);
    expect((await testApp.call(recordExpense, small.options)).status).toBe(201);
    const undoing = async (nominationId: NominationId) => {
      const { id } = await testApp.db
        .selectFrom('expenses')
        .select('id')
        .where('nominationId', '=', nominationId)
        .executeTakeFirstOrThrow();
      return { cookie: first.cookie, params: { id }, body: { reason: 'Entered twice.' } };
    };
    expect((await testApp.call(undoExpense, await undoing(small.nominationId))).status).toBe(200);
    const call = await undoing(big.nominationId);
    const id = await ask(undoExpense, call);
    const undoneAt = () =>
      testApp.db
        .selectFrom('expenses')
        .select('undoneAt')
        .where('id', '=', call.params.id)
        .executeTakeFirstOrThrow();
    expect(await undoneAt()).toEqual({ undoneAt: null });
    const shown = await testApp.call(getApproval, { cookie: second.cookie, params: { id } });
    expect(shown.body.facts).toContainEqual({ label: 'What', value: 'Undo an expense' });
    expect((await say(second, id)).status).toBe(200);
    expect(await undoneAt()).not.toEqual({ undoneAt: null });
    expect((await testApp.call(undoExpense, call)).error.code).toBe('already_undone');
  });

  test('is corrected by two people as well, who read both, and not while it waits', async () => {
    const first = await aPersonWho('treasurer');
    const second = await aPersonWho('treasurer');
    const big = await aBigExpense(first);
    await say(second, await ask(recordExpense, big.options));
    const { id: expense } = await testApp.db
      .selectFrom('expenses')
      .select('id')
      .where('nominationId', '=', big.nominationId)
      .executeTakeFirstOrThrow();
    const call = {
      cookie: first.cookie,
      params: { id: expense },
      body: { ...words, payee: 'Another Company', revision: 0, reason: 'The bill says so' },
    };
    const id = await ask(correctExpense, call);
    const again = await testApp.call(correctExpense, call);
    expect(again).toMatchObject({ status: 409, error: { code: 'request_waits' } });
    const shown = await testApp.call(getApproval, { cookie: second.cookie, params: { id } });
    expect(shown.body.facts).toEqual(
      expect.arrayContaining([
        { label: 'What', value: 'Correct an expense' },
        { label: 'Paid to', value: 'Another Company (until now: Comfort Heating)' },
        { label: 'Day', value: '01/15/2026' },
      ]),
    );
    expect((await say(second, id)).status).toBe(200);
    const payees = testApp.db
      .selectFrom('expenses')
      .select(['payee', 'expenseRevision'])
      .where('id', '=', expense);
    expect(await payees.execute()).toEqual([{ payee: 'Another Company', expenseRevision: 1 }]);
    const small = await aBigExpense(first, 100);
    const { body } = await testApp.call(recordExpense, small.options);
    const alone = { ...call, params: { id: (body as Expense).id } };
    expect((await testApp.call(correctExpense, alone)).status).toBe(200);
  });

  test('is refused at once if there is not enough, and nobody is asked', async () => {
    const first = await aPersonWho('treasurer');
    const { options, nominationId } = await aBigExpense(first, 10_001);
    const answer = await testApp.call(recordExpense, options);
    expect(answer).toMatchObject({ status: 409, error: { code: 'insufficient_funds' } });
    const asked = testApp.db
      .selectFrom('approvals')
      .where('requestedBy', '=', first.member.id)
      .select('id');
    expect(await asked.execute()).toEqual([]);
    // What was tried out has left nothing behind.
    expect(await spentFor(nominationId)).toEqual([]);
    await ask(recordExpense, { ...options, body: { ...options.body, amount: 10_000 } });
  });

  test('or below it, of whoever has accepted the nomination, takes a second person', async () => {
    const person = await aPersonWho('case-worker', 'treasurer');
    const { options, nominationId } = await aBigExpense(person, 100);
    await testApp.db
      .insertInto('auditEntries')
      .values({
        id: newId(),
        actor: `user:${person.member.id}`,
        action: 'nomination.accepted',
        subjectId: nominationId,
        before: null,
        after: null,
      })
      .execute();
    await ask(recordExpense, options);
  });
});

describe('a repeated expense above the limit', () => {
  test('is asked for once', async () => {
    const person = await aPersonWho('treasurer');
    const { options } = await aBigExpense(person);
    expect(await ask(recordExpense, options)).toBe(await ask(recordExpense, options));
  });

  test('waits under its key only as it was, and until it is decided', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const { options } = await aBigExpense(first);
    const id = await ask(recordExpense, options);
    const other = { ...options, body: { ...options.body, amount: 8_000 } };
    expect(await testApp.call(recordExpense, other)).toMatchObject({
      status: 422,
      error: { code: 'idempotency_key_reused' },
    });
    const said = { cookie: second.cookie, params: { id }, body: { reason: 'Too dear' } };
    expect((await testApp.call(decline, said)).status).toBe(200);
    expect(await testApp.call(recordExpense, options)).toMatchObject({
      status: 409,
      error: { code: 'approval_closed' },
    });
  });

  test('does not come from a key of last week, which is forgotten', async () => {
    const { cookie } = await aPersonWho('treasurer');
    const keys = [newId(), newId()];
    const refund = async (amount: number, idempotencyKey: string) => {
      const params = { id: await aDonation(testApp, { amount }) };
      const body = { amount, reason: 'Given twice' };
      return (await testApp.call(createRefund, { cookie, params, body, idempotencyKey })).status;
    };
    for (const key of keys) expect(await refund(2_500, key)).toBe(201);
    await weekPasses();
    for (const key of keys) expect(await refund(2_500, key)).toBe(201);
    expect(await refund(100, newId())).toBe(202);
  });

  test('does not come nearer by calls that were refused, but by those that were repeated', async () => {
    const person = await aPersonWho('treasurer');
    const { options } = await aBigExpense(person, 3_000);
    const wrong = { ...options, body: { ...options.body, receiptIds: [newId<FileId>()] } };
    for (let count = 0; count < 3; count++) {
      const key = { idempotencyKey: newId() };
      expect((await testApp.call(recordExpense, { ...wrong, ...key })).status).not.toBe(202);
    }
    expect((await testApp.call(recordExpense, options)).status).toBe(201);
    // Neither does a repeat with another purpose make what was recorded forgotten.
    const other = { ...options, body: { ...options.body, purpose: 'Another' } };
    expect((await testApp.call(recordExpense, other)).status).toBe(422);
    await ask(recordExpense, (await aBigExpense(person, 3_000)).options);
  });

  test('is neither tried out nor asked for again when it is done', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const { options, nominationId } = await aBigExpense(first, 10_000);
    const id = await ask(recordExpense, options);
    expect((await say(second, id)).status).toBe(200);
    // Not the refusal that there is not enough left, and not that nothing is done yet.
    expect((await testApp.call(recordExpense, options)).error.code).toBe('approval_closed');
    expect(await spentFor(nominationId)).toEqual([10_000]);
  });
});

test('an expense of whoever has recommended something about the nomination takes a second person, too', async () => {
  const person = await aPersonWho('case-worker', 'treasurer');
  const { options, nominationId } = await aBigExpense(person, 100);
  // From before it was accepted: nobody reviews it now.
  await testApp.db
    .insertInto('reviews')
    .values({
      id: newId<ReviewId>(),
      nominationId,
      reviewer: person.member.id,
      version: 1,
      recommendation: 'for',
      reason: 'I know the street.',
    })
    .execute();
  await ask(recordExpense, options);
});

describe('a request', () => {
  test('cannot be approved by whoever asked, or without the right, or unseen', async () => {
    const [first, second] = [await aPersonWho('owner'), await aPersonWho('treasurer')];
    const { options, nominationId } = await aBigExpense(first);
    const id = await ask(recordExpense, options);
    expect(await say(first, id)).toMatchObject({ status: 409, error: { code: 'own_request' } });
    const viewer = await aPersonWho('viewer', 'case-worker');
    const answer = await testApp.call(approve, {
      cookie: viewer.cookie,
      params: { id },
      body: { fingerprint: 'x' },
    });
    expect(answer.status).toBe(404);
    expect(await say(second, id, { fingerprint: 'something else' })).toMatchObject({
      status: 409,
      error: { code: 'approval_changed' },
    });
    expect(await spentFor(nominationId)).toEqual([]);
  });

  test('can be withdrawn by whoever asked, and is over then', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const id = await ask(recordExpense, (await aBigExpense(first)).options);
    const foreign = await testApp.call(withdraw, { cookie: second.cookie, params: { id } });
    expect(foreign.status).toBe(404);
    const own = await testApp.call(withdraw, { cookie: first.cookie, params: { id } });
    expect(own.body.status).toBe('withdrawn');
    expect((await say(second, id)).status).toBe(409);
  });

  test('can be declined with a reason, which whoever asked gets', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const id = await ask(recordExpense, (await aBigExpense(first)).options);
    const body = { reason: 'The receipt is for another family.\nAmount: $5.00' };
    const declined = await testApp.call(decline, { cookie: second.cookie, params: { id }, body });
    expect(declined.body).toMatchObject({ status: 'declined', answer: body.reason });
    const mail = await testApp.inbox.waitFor(first.member.email, 'Expense: declined');
    expect(mail.text).toContain('\n> The receipt is for another family.\n> Amount: $5.00\n');
    const again = await testApp.call(decline, { cookie: second.cookie, params: { id }, body });
    expect(again).toMatchObject({ status: 409, error: { code: 'approval_closed' } });
  });

  test('that is being done can be neither declined nor withdrawn', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const id = await ask(recordExpense, (await aBigExpense(first)).options);
    await testApp.db
      .updateTable('approvals')
      .set({ status: 'approving', decidedBy: second.member.id })
      .where('id', '=', id)
      .execute();
    const call = { params: { id }, body: { reason: 'Too dear' } };
    for (const answer of [
      await testApp.call(decline, { cookie: second.cookie, ...call }),
      await testApp.call(withdraw, { cookie: first.cookie, params: { id } }),
    ]) {
      expect(answer).toMatchObject({ status: 409, error: { code: 'approval_closed' } });
    }
  });

  test('is listed for whoever asked and whoever may approve it, and for nobody else', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('owner')];
    const id = await ask(recordExpense, (await aBigExpense(first)).options);
    const seenBy = async ({ cookie }: Person) => {
      const { body } = await testApp.call(listApprovals, { cookie, query: {} });
      return body.some((each) => each.id === id);
    };
    expect(await seenBy(first)).toBe(true);
    expect(await seenBy(second)).toBe(true);
    expect(await seenBy(await aPersonWho('viewer', 'publisher', 'case-worker'))).toBe(false);
  });
});

describe('a request that waits', () => {
  test('expires after seven days', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const id = await ask(recordExpense, (await aBigExpense(first)).options);
    await testApp.db
      .updateTable('approvals')
      .set({ expiresAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    expect(await say(second, id)).toMatchObject({ error: { code: 'approval_closed' } });
    const shown = await testApp.call(getApproval, { cookie: first.cookie, params: { id } });
    expect(shown.body).toMatchObject({ status: 'expired', mayApprove: false, mayWithdraw: false });
  });

  test('keeps a file no longer than it waits, also if nobody answers', async () => {
    const first = await aPersonWho('treasurer');
    const [expired, waiting] = [
      await ask(recordExpense, (await aBigExpense(first)).options),
      await ask(recordExpense, (await aBigExpense(first)).options),
    ];
    const { db } = testApp;
    const withFile = sql<string>`request || '{"base64":"RmlsZQ=="}'`;
    await db.updateTable('approvals').set({ request: withFile }).execute();
    await db
      .updateTable('approvals')
      .set({ expiresAt: new Date().toISOString() })
      .where('id', '=', expired)
      .execute();
    await cleanUp(db);
    const { rows } = await sql<{ id: string }>`
      select id from approvals where request ? 'base64' and id = any(${[expired, waiting]}::uuid[])`.execute(
      db,
    );
    expect(rows).toEqual([{ id: waiting }]);
  });

  test('of somebody who has lost the right, or is gone, cannot be approved', async () => {
    const second = await aPersonWho('owner');
    const [demoted, removed] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const asked = await ask(recordExpense, (await aBigExpense(demoted)).options);
    const { id, firstName, lastName, email } = demoted.member;
    await testApp.call(updateUser, {
      cookie: second.cookie,
      params: { id },
      body: { firstName, lastName, email, roles: ['viewer'] },
    });
    expect(await say(second, asked)).toMatchObject({ error: { code: 'approval_closed' } });
    const ended = await testApp.call(getApproval, {
      cookie: second.cookie,
      params: { id: asked },
    });
    expect(ended.body).toMatchObject({
      status: 'refused',
      answer: 'Whoever asked for this no longer has the right to.',
      mayApprove: false,
    });
    const gone = await ask(recordExpense, (await aBigExpense(removed)).options);
    const { fingerprint } = (
      await testApp.call(getApproval, { cookie: second.cookie, params: { id: gone } })
    ).body;
    await testApp.call(deleteUser, { cookie: second.cookie, params: { id: removed.member.id } });
    const late = await testApp.call(approve, {
      cookie: second.cookie,
      params: { id: gone },
      body: { fingerprint },
    });
    expect(late.error.code).toBe('approval_closed');
    const { body } = await testApp.call(getApproval, {
      cookie: second.cookie,
      params: { id: gone },
    });
    expect(body).toMatchObject({
      status: 'withdrawn',
      requestedBy: expect.stringContaining(', left on '),
    });
  });

  test('that can no longer be done ends with the reason', async () => {
    const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
    const { options, nominationId } = await aBigExpense(first);
    const id = await ask(recordExpense, options);
    await testApp.db
      .updateTable('files')
      .set({ state: 'failed' })
      .where('nominationId', '=', nominationId)
      .execute();
    const answer = await say(second, id);
    expect(answer).toMatchObject({ status: 409, error: { code: 'receipt_unusable' } });
    const shown = await testApp.call(getApproval, { cookie: first.cookie, params: { id } });
    expect(shown.body).toMatchObject({ status: 'refused', answer: answer.error.message });
    expect(await spentFor(nominationId)).toEqual([]);
  });
});

test('a case worker proposes an allocation, and a treasurer makes it', async () => {
  const [first, second] = [await aPersonWho('case-worker'), await aPersonWho('treasurer')];
  const { donationId, nominationId } = await aPair(testApp);
  const body = { amount: 2_500, donationId, nominationId };
  const id = await ask(createAllocation, { cookie: first.cookie, body });
  expect(await say(second, id)).toMatchObject({ status: 200, body: { status: 'approved' } });
  const { allocatedCents } = await testApp.db
    .selectFrom('nominations')
    .select('allocatedCents')
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow();
  expect(allocatedCents).toBe(2_500);
});

test('a proposal or a refund that cannot be made is refused at once', async () => {
  const [worker, treasurer] = [await aPersonWho('case-worker'), await aPersonWho('treasurer')];
  const { donationId, nominationId } = await aPair(testApp);
  const proposal = { amount: 99_999_00, donationId, nominationId };
  const refused = await testApp.call(createAllocation, { cookie: worker.cookie, body: proposal });
  expect(refused).toMatchObject({ status: 409, error: { code: 'insufficient_funds' } });
  const refund = await testApp.call(createRefund, {
    cookie: treasurer.cookie,
    params: { id: donationId },
    body: { amount: 99_999_00, reason: 'Given twice' },
  });
  expect(refund).toMatchObject({ status: 409, error: { code: 'insufficient_funds' } });
  const refunds = testApp.db.selectFrom('refunds').where('donationId', '=', donationId);
  expect(await refunds.selectAll().execute()).toEqual([]);
});

test('a refund above the limit waits', async () => {
  const [first, second] = [await aPersonWho('treasurer'), await aPersonWho('treasurer')];
  const { donationId } = await aPair(testApp);
  const refund = (amount: number) => ({
    cookie: first.cookie,
    params: { id: donationId },
    body: { amount, reason: 'Given twice' },
  });
  const id = await ask(createRefund, refund(6_000));
  expect(await say(second, id)).toMatchObject({ status: 200 });
  const refunds = await testApp.db
    .selectFrom('refunds')
    .select('amountCents')
    .where('donationId', '=', donationId)
    .execute();
  expect(refunds).toEqual([{ amountCents: 6_000 }]);
  expect((await testApp.call(createRefund, refund(1_000))).status).toBe(201);
});

test('a new owner or treasurer takes a second owner; any other role does not', async () => {
  const [first, second] = [await aPersonWho('owner'), await aPersonWho('owner')];
  const { phone: _, zip: __, ...person } = aPerson();
  const { cookie } = first;
  const id = await ask(createUser, { cookie, body: person });
  const users = testApp.db.selectFrom('users').select('roles').where('email', '=', person.email);
  expect(await users.execute()).toEqual([]);
  expect(await say(second, id)).toMatchObject({ status: 200, body: { status: 'approved' } });
  expect(await users.execute()).toEqual([{ roles: ['owner'] }]);
  const { phone: ___, zip: ____, ...viewer } = aPerson();
  // Whoever can approve could be the same person with another mailbox.
  await ask(createUser, { cookie, body: { ...viewer, roles: ['treasurer'] } });
  const invited = await testApp.call(createUser, {
    cookie,
    body: { ...viewer, roles: ['auditor'] },
  });
  expect(invited.status).toBe(201);
  const params = { id: invited.body.id };
  for (const roles of [['auditor', 'treasurer'], ['owner']] as Role[][]) {
    await ask(updateUser, { cookie, params, body: { ...viewer, roles } });
  }
  const fewer = { ...viewer, roles: ['viewer'] as Role[] };
  expect((await testApp.call(updateUser, { cookie, params, body: fewer })).status).toBe(200);
});

describe('somebody who becomes an owner', () => {
  async function anInvited(cookie: string, roles: Role[]) {
    const { phone: _, zip: __, ...person } = aPerson();
    const { body } = await testApp.call(createUser, { cookie, body: { ...person, roles } });
    return { ...person, id: body.id };
  }
  const rolesOf = async (id: UserId) =>
    (
      await testApp.db
        .selectFrom('users')
        .select('roles')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).roles;
  const makeOwner = ({ id, ...person }: User) => ({
    params: { id },
    body: { ...person, roles: ['owner'] as Role[] },
  });

  test('is one once the second owner has approved it', async () => {
    const [first, second] = [await aPersonWho('owner'), await aPersonWho('owner')];
    const { cookie } = first;
    const viewer = await anInvited(cookie, ['viewer']);
    const id = await ask(updateUser, { cookie, ...makeOwner(viewer) });
    expect(await say(second, id)).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await rolesOf(viewer.id)).toEqual(['owner']);
  });

  test('is shown as who they are, whatever they would be called', async () => {
    const [first, second] = [await aPersonWho('owner'), await aPersonWho('owner')];
    const { cookie } = first;
    const { member } = await aPersonWho('viewer');
    const named = { id: member.id, firstName: 'Ruth', lastName: 'Trusted', email: member.email };
    const id = await ask(updateUser, { cookie, ...makeOwner(named) });
    const { body } = await testApp.call(getApproval, { cookie: second.cookie, params: { id } });
    expect(body.facts).toEqual([
      { label: 'Make an owner', value: `${member.firstName} ${member.lastName}` },
      { label: 'Email Address', value: member.email },
      { label: 'New name', value: 'Ruth Trusted' },
      { label: 'Roles', value: 'Owner' },
    ]);
  });

  test('cannot ask for it themselves', async () => {
    const { cookie, member } = await aPersonWho('viewer');
    const { id, firstName, lastName, email } = member;
    const answer = await testApp.call(updateUser, {
      cookie,
      ...makeOwner({ id, firstName, lastName, email }),
    });
    expect(answer).toMatchObject({ status: 403, error: { code: 'not_allowed' } });
  });

  test('is none if they became somebody else after it was asked for', async () => {
    const [first, second] = [await aPersonWho('owner'), await aPersonWho('owner')];
    const { cookie } = first;
    const invited = await anInvited(cookie, ['viewer']);
    const id = await ask(updateUser, { cookie, ...makeOwner(invited) });
    // Whoever has this address can accept the invitation before it is approved.
    const { id: userId, ...person } = invited;
    const moved = await testApp.call(updateUser, {
      cookie,
      params: { id: userId },
      body: { ...person, email: `other-${person.email}` },
    });
    expect(moved.status).toBe(200);
    expect(await say(second, id)).toMatchObject({
      status: 409,
      error: { code: 'approval_changed' },
    });
    const shown = await testApp.call(getApproval, { cookie, params: { id } });
    expect(shown.body.status).toBe('refused');
    expect(await rolesOf(userId)).toEqual(['viewer']);
  });

  test('gets the invitation at another address only if the second owner approves that', async () => {
    const [first, second] = [await aPersonWho('owner'), await aPersonWho('owner')];
    const { cookie } = first;
    const { phone: _, zip: __, ...person } = aPerson();
    await say(second, await ask(createUser, { cookie, body: person }));
    const { id } = await testApp.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    const email = `second-account-of-the-first-${person.email}`;
    const asked = await ask(updateUser, { cookie, params: { id }, body: { ...person, email } });
    const seen = await testApp.call(getApproval, { cookie, params: { id: asked } });
    expect(seen.body.facts).toContainEqual({ label: 'New email address', value: email });
    // The name can still be corrected by one person.
    const body = { ...person, firstName: 'Corrected' };
    expect((await testApp.call(updateUser, { cookie, params: { id }, body })).status).toBe(200);
  });
});

test('a key that came with a small sum does not let a large one pass', async () => {
  const { member } = await aPersonWho('treasurer');
  const alone = countLoneMoves<object>(testApp.db);
  const move = { kind: 'spending' as const, limitCents: 5_000, key: newId() };
  expect(await alone.isTooMuch({}, member, { ...move, cents: 100 })).toBe(false);
  expect(await alone.isTooMuch({}, member, { ...move, cents: 100 })).toBe(false);
  // As if the server had died before it booked the first one.
  await expect(alone.isTooMuch({}, member, { ...move, cents: 1_000_000 })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

test('weaker limits are shown with everything else that would be saved with them', async () => {
  const { cookie } = await aPersonWho('owner');
  await aPersonWho('owner');
  const now = await testApp.settings.read(testApp.db);
  const id = await ask(saveSettings, {
    cookie,
    body: {
      ...now,
      fourEyes: { ...now.fourEyes, refundAboveCents: 6_000 },
      isSecondFactorRequired: !now.isSecondFactorRequired,
      howWeWork: 'We trust each other.',
    },
  });
  const { body } = await testApp.call(getApproval, { cookie, params: { id } });
  expect(body.facts.slice(5)).toEqual([
    { label: 'Text on “How We Work”', value: 'We trust each other.' },
    { label: 'Everybody signs in with a second factor', value: 'Yes (now No)' },
  ]);
});

test('one owner alone cannot weaken the limits or turn the approvals off', async () => {
  const [first, second] = [await aPersonWho('owner'), await aPersonWho('owner')];
  const { cookie } = first;
  const now = await testApp.settings.read(testApp.db);
  const change = (fourEyes: Partial<typeof now.fourEyes>) => ({
    cookie,
    body: { ...now, fourEyes: { ...now.fourEyes, ...fourEyes } },
  });
  await ask(saveSettings, change({ isOn: false }));
  const id = await ask(saveSettings, change({ refundAboveCents: 5_001 }));
  const stricter = await testApp.call(saveSettings, change({ refundAboveCents: 4_999 }));
  expect(stricter.status).toBe(200);
  // So are fewer steps before a nomination is accepted; more of them need nobody.
  const vet = async (vetting: typeof now.vetting) => ({
    cookie,
    body: { ...(await testApp.settings.read(testApp.db)), vetting },
  });
  const strict = { isChecklistRequired: true, reviewsAboveCents: 100_000 };
  expect((await testApp.call(saveSettings, await vet(strict))).status).toBe(200);
  await ask(saveSettings, await vet({ ...strict, isChecklistRequired: false }));
  await ask(saveSettings, await vet({ ...strict, reviewsAboveCents: 100_001 }));
  await ask(saveSettings, await vet({ ...strict, reviewsAboveCents: null }));
  expect(
    (await testApp.call(saveSettings, await vet({ ...strict, reviewsAboveCents: 1 }))).status,
  ).toBe(200);
  // It was asked for on top of settings that are no longer the newest.
  expect(await say(second, id)).toMatchObject({ status: 409, error: { code: 'settings_changed' } });
  await changeSettings(testApp, { vetting: now.vetting });
});

test('one owner alone cannot take required points off a checklist that has to be done', async () => {
  const [first, second] = [await aPersonWho('owner'), await aPersonWho('owner')];
  const { vetting } = await testApp.settings.read(testApp.db);
  const newest = async () => {
    const { body } = await testApp.call(listChecklists, { cookie: first.cookie });
    const list = body.find(({ kind }) => kind === 'need');
    if (!list) throw new Error('There is no such list.');
    return list;
  };
  const call = (version: number, points: Point[]) => ({
    cookie: first.cookie,
    params: { kind: 'need' as const },
    body: { version, points },
  });
  type Point = Awaited<ReturnType<typeof newest>>['points'][number];
  await changeSettings(testApp, { vetting: { ...vetting, isChecklistRequired: true } });
  const { version, points } = await newest();
  const [required] = points.filter(({ isRequired }) => isRequired);
  if (!required) throw new Error('No point is required.');
  const but = (change: Partial<Point>) =>
    points.map((point) => (point === required ? { ...point, ...change } : point));
  await ask(saveChecklist, call(version, []));
  await ask(saveChecklist, call(version, but({ text: 'Somebody thought of them.' })));
  const id = await ask(saveChecklist, call(version, but({ isRequired: false })));
  // More of them needs nobody, and neither does another order.
  const more = [...points.toReversed(), { text: 'Somebody visited them.', isRequired: true }];
  expect((await testApp.call(saveChecklist, call(version, more as Point[]))).status).toBe(200);
  expect(await say(second, id)).toMatchObject({ error: { code: 'checklist_changed' } });
  const again = await newest();
  const none = again.points.map((point) => ({ ...point, isRequired: false }));
  await say(second, await ask(saveChecklist, call(again.version, none)));
  expect((await newest()).points).toEqual(none);
  await changeSettings(testApp, { vetting });
  const { version: last } = await newest();
  expect((await testApp.call(saveChecklist, call(last, []))).status).toBe(200);
});

test('as long as nobody else could approve, one person goes on alone', async () => {
  // Nobody was demoted lately, as in the tests before.
  await testApp.db.deleteFrom('sensitiveChanges').execute();
  await testApp.db.deleteFrom('users').execute();
  const only = await aPersonWho('owner');
  await aPersonWho('viewer', 'publisher', 'auditor');
  const { options } = await aBigExpense(only);
  await testApp.db.deleteFrom('users').where('id', '<>', only.member.id).execute();
  expect((await testApp.call(recordExpense, options)).status).toBe(201);
});
