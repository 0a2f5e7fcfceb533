import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import { getDeposit } from '#contract/giving/deposits.ts';
import { changeDonationCause } from '#contract/giving/donations.ts';
import type { CauseId, DonationId } from '#contract/ids.ts';
import { approve, getApproval, withdraw } from '#contract/people/approvals.ts';
import { erasePerson, findPerson } from '#contract/privacy/privacy.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { createAllocation, releaseAllocation } from '#contract/spending/allocations.ts';
import { deleteCause, listCauses } from '#contract/vetting/causes.ts';
import type { Role } from '#core/people/rights.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aBoundDonation, aPublicNeed } from '#test/support/bound-donations.ts';
import { aLine, depositCalls, donationsOf, type LineInput } from '#test/support/deposits.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPerson,
  aRefund,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { journalCalls } from '#test/support/journal.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { tellReturn } from '#test/support/return-commands.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTestPlan } from '#test/support/test-plans.ts';
import { trail } from '#test/support/trail.ts';

const testApp = useTestApp();
const { aConfirmedDeposit, anOpenDeposit, close, confirm, returnLine } = depositCalls(testApp);
const { aNeed, spend } = expenseCalls(testApp);
const { journal } = journalCalls(testApp);

let food: { id: CauseId; name: string };
let heating: { id: CauseId; name: string };
let cookie: string;
beforeAll(async () => {
  food = await aCause(testApp);
  heating = await aCause(testApp);
  cookie = await signIn(testApp, await aTeamMember(testApp, 'treasurer'));
});

const agreed = {
  ground: 'donor_agreed',
  agreement: 'On the phone, on Monday',
  reason: 'Chose the wrong one',
} as const;
const ours = { ground: 'entered_by_us', reason: 'The slip says heating' } as const;

const change = (
  id: DonationId,
  body: Partial<typeof agreed> | Partial<typeof ours> = agreed,
  { causeId = heating.id, ...more }: { causeId?: CauseId; idempotencyKey?: string } = {},
) =>
  testApp.call(changeDonationCause, {
    cookie,
    params: { id },
    body: { ...agreed, causeId, ...body },
    ...more,
  });

/** A check for food, booked by the team just now. */
async function aCheck(changes: Partial<LineInput> = {}) {
  const deposit = await aConfirmedDeposit([aLine(food.id, changes)]);
  const [id] = donationsOf(deposit);
  const [line] = deposit.lines;
  if (!id || !line) throw new Error('It has a line');
  return { id, lineId: line.id, depositId: deposit.id };
}
const movesOf = (id: DonationId) =>
  testApp.db
    .selectFrom('ledgerEntries')
    .select(['kind', 'amountCents', 'source', 'actor'])
    .where('donationId', '=', id)
    .orderBy('position')
    .execute();
const countsOf = async (...ids: CauseId[]) => {
  const { body } = await testApp.call(listCauses, {});
  return ids.map((id) => body.find((cause) => cause.id === id)?._count.donations);
};
const waitingFor = async (...ids: CauseId[]) => {
  const { body } = await testApp.call(getImpact, {});
  return ids.map((id) => body.causes.find((cause) => cause.id === id)?.waiting ?? 0);
};

describe('a donation for another cause', () => {
  test('goes there as a whole, with counter-entries, in every sum, and can be allocated there', async () => {
    const [from, to] = [await aCause(testApp), await aCause(testApp)];
    const person = aPerson();
    const id = await aDonation(testApp, { causeId: from.id, amount: 4_000, person });
    const other = await aDonation(testApp, { causeId: from.id, amount: 1_000 });
    const { status, body } = await change(id, agreed, { causeId: to.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      cause: { id: to.id, name: to.name },
      availableAmount: 4_000,
      formerCauses: [{ name: from.name }],
    });
    expect(await movesOf(id)).toMatchObject([
      { kind: 'payment', amountCents: 4_000 },
      { kind: 'cause_left', amountCents: 4_000, source: `cause:${from.id}` },
      { kind: 'cause_joined', amountCents: 4_000, source: `cause:${to.id}` },
    ]);
    expect(await movesOf(other)).toHaveLength(1);
    expect(await countsOf(from.id, to.id)).toEqual([1, 1]);
    expect(await waitingFor(from.id, to.id)).toEqual([1_000, 4_000]);
    expect(await checkLedger(testApp.db)).toEqual([]);
    const allocate = async (causeId: CauseId) =>
      testApp.call(createAllocation, {
        cookie,
        body: {
          amount: 4_000,
          donationId: id,
          nominationId: await anAcceptedNomination(testApp, { causeId }),
        },
      });
    expect((await allocate(from.id)).error.code).toBe('different_cause');
    expect((await allocate(to.id)).status).toBe(201);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('goes back, too, and after it was allocated and released', async () => {
    const id = await aDonation(testApp, { causeId: food.id });
    const nominationId = await anAcceptedNomination(testApp, { causeId: food.id });
    const allocation = await anAllocation(testApp, { amount: 100, donationId: id, nominationId });
    await testApp.call(releaseAllocation, {
      cookie,
      params: { id: allocation },
      body: { reason: 'Wrong need' },
    });
    expect((await change(id)).status).toBe(200);
    const { status, body } = await change(id, agreed, { causeId: food.id });
    expect([status, body.cause.name]).toEqual([200, food.name]);
    expect(body.formerCauses.map(({ name }) => name)).toEqual([food.name, heating.name]);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('is in the trail with both causes, the ground, and how the donor agreed', async () => {
    const id = await aDonation(testApp, { causeId: food.id });
    await change(id);
    expect(await trail(testApp, { subjectId: id as never })).toMatchObject([
      {
        action: 'donation.cause_changed',
        reason: 'Chose the wrong one (How the donor agreed: On the phone, on Monday)',
        changes: expect.arrayContaining([
          expect.objectContaining({ before: food.name, after: heating.name }),
          expect.objectContaining({ after: 'The donor agreed' }),
        ]),
      },
    ]);
  });

  test('is told to its donor, who reads that the recurring donation stays', async () => {
    const person = aPerson();
    const planId = await aTestPlan(testApp, { causeId: food.id, amount: 2_500, person });
    const { id } = await testApp.db
      .selectFrom('donations')
      .select('id')
      .where('planId', '=', planId)
      .executeTakeFirstOrThrow();
    expect((await change(id)).status).toBe(200);
    const subject = `Your donation of $25.00 is for ${heating.name} now`;
    const { text = '' } = await testApp.inbox.waitFor(person.email, subject);
    expect(text).toContain(`was for ${food.name}. From now on, all of it is for ${heating.name}.`);
    expect(text).toContain('You agreed to this.');
    expect(text).toContain('Your recurring donation is not changed by it.');
    expect(text).not.toContain(agreed.reason);
    const plan = await testApp.db
      .selectFrom('plans')
      .select('causeId')
      .where('id', '=', planId)
      .executeTakeFirstOrThrow();
    expect(plan.causeId).toBe(food.id);
  });

  test('is told to nobody who was erased or has no address', async () => {
    const person = aPerson();
    const id = await aDonation(testApp, { causeId: food.id, person });
    const owner = await signIn(testApp);
    const who = person.email;
    const { body } = await testApp.call(findPerson, { cookie: owner, body: { who } });
    const { fingerprint } = body;
    await testApp.call(erasePerson, { cookie: owner, body: { who, fingerprint } });
    const check = await aCheck();
    const mails = async () =>
      (await sql`select from pgboss.job where name = 'mail'`.execute(testApp.db)).rows.length;
    const before = await mails();
    expect((await change(id)).status).toBe(200);
    expect((await change(check.id, ours)).status).toBe(200);
    expect(await mails()).toBe(before);
  });

  test('leaves what files say of its time before: the journal gets two lines, and no line another cause', async () => {
    const [from, to] = [await aCause(testApp), await aCause(testApp)];
    const id = await aDonation(testApp, { causeId: from.id, amount: 4_000 });
    const linesOfIt = async () =>
      (await journal()).filter(({ Donation }) => Donation === id).toReversed();
    const before = (await linesOfIt()).filter(({ 'Credit Account': to }) => to?.startsWith('2'));
    expect(before).toMatchObject([{ Cause: from.name }]);
    await change(id, agreed, { causeId: to.id });
    const after = await linesOfIt();
    expect(after).toEqual(expect.arrayContaining(before));
    // Both are of one moment, and then in no order.
    const ofMove = after
      .filter((line) => Object.values(line).some((text) => /2290/.test(text)))
      .sort((one, other) => `${other['Credit Account']}`.localeCompare(`${one['Credit Account']}`));
    expect(ofMove).toMatchObject(
      [
        { 'Debit Account': /2100/, 'Credit Account': /2290/, Cause: from.name, Amount: '40.00' },
        { 'Debit Account': /2290/, 'Credit Account': /2100/, Cause: to.name, Amount: '40.00' },
      ].map((line) =>
        Object.fromEntries(
          Object.entries(line).map(([title, value]) => [
            title,
            value instanceof RegExp ? expect.stringMatching(value) : value,
          ]),
        ),
      ),
    );
  });

  test('keeps its former cause from being deleted, while its money came from there', async () => {
    const from = await aCause(testApp);
    const id = await aDonation(testApp, { causeId: from.id });
    await change(id);
    const owner = await signIn(testApp);
    const { error } = await testApp.call(deleteCause, {
      cookie: owner,
      params: { id: from.id },
    });
    expect(error.code).toBe('cause_in_use');
    expect(error.message).toContain('was for this cause before');
  });
});

describe('a repeat', () => {
  test('with the same key changes and tells once, and is refused for another cause', async () => {
    const person = aPerson();
    const id = await aDonation(testApp, { causeId: food.id, person });
    const idempotencyKey = newId();
    const [one, two] = [
      await change(id, agreed, { idempotencyKey }),
      await change(id, agreed, { idempotencyKey }),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await movesOf(id)).toHaveLength(3);
    // The receipt and this.
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
    const other = await change(id, agreed, { idempotencyKey, causeId: food.id });
    expect(other.error.code).toBe('idempotency_key_reused');
  });
});

describe('the cause stays, with its own sentence,', () => {
  const imports = importCalls(testApp);
  const anImport = (name: string, isSpentBefore: boolean) =>
    imports.aBookedImport(plainFile([{ 'Gift ID': newId(), Amount: '50,00', Fund: name }]), {
      decimalMark: ',',
      dateOrder: 'dmy',
      idColumn: 0,
      system: 'Our list',
      isSpentBefore,
    });
  const theOnly = async (booked: Awaited<ReturnType<typeof anImport>>) => {
    const [donation] = await imports.donationsOf(booked);
    if (!donation) throw new Error('It was booked');
    return donation.id;
  };

  test.each<[string, () => Promise<DonationId>, string]>([
    [
      'when a part is allocated',
      async () => {
        const donationId = await aDonation(testApp, { causeId: food.id });
        const nominationId = await anAcceptedNomination(testApp, { causeId: food.id });
        await anAllocation(testApp, { amount: 1, donationId, nominationId });
        return donationId;
      },
      '$0.01 of this donation is allocated',
    ],
    [
      'when a part is spent',
      async () => {
        const { nominationId, allocations } = await aNeed(5_000);
        await spend(nominationId, 2_000);
        return allocations[0]?.donationId as DonationId;
      },
      '$20.00 of this donation is spent',
    ],
    [
      'when a part went back',
      async () => {
        const id = await aDonation(testApp, { causeId: food.id });
        await tellReturn(testApp, id, { kind: 'refund', amountCents: 500 });
        return id;
      },
      '$5.00 of this donation went back',
    ],
    [
      'when a refund is under way',
      async () => {
        const id = await aDonation(testApp, { causeId: food.id });
        await aRefund(testApp, id, { amountCents: 500, status: 'requested' });
        return id;
      },
      '$5.00 of this donation is on its way back',
    ],
    [
      'when the bank asks for it back, before it took anything',
      async () => {
        const id = await aDonation(testApp, { causeId: food.id });
        await tellReturn(testApp, id, { kind: 'dispute', amountCents: 500, withdrawnCents: 0 });
        return id;
      },
      'bank asks for the money of this donation back',
    ],
    [
      'when its check bounced',
      async () => {
        const { id, lineId } = await aCheck();
        await returnLine(lineId, 'bounce');
        return id;
      },
      'All of this donation has left again',
    ],
    [
      'when it is bound to a need',
      async () => {
        const need = await aPublicNeed(testApp);
        return aBoundDonation(testApp, need);
      },
      'gave this donation for “Maria Lopez” only',
    ],
    [
      'when it was spent before its import',
      async () => theOnly(await anImport(food.name, true)),
      '$50.00 of this donation was spent for',
    ],
    [
      'when its import was taken back',
      async () => {
        const booked = await anImport(food.name, false);
        const id = await theOnly(booked);
        await imports.takeBack(booked);
        await imports.settled(booked.id);
        return id;
      },
      'came with an import that was taken back',
    ],
  ])('%s', async (_, make, sentence) => {
    const id = await make();
    const before = await movesOf(id);
    const { status, error } = await change(id);
    expect([status, error.code]).toEqual([409, 'cause_stays']);
    expect(error.message).toContain(sentence);
    expect(await movesOf(id)).toEqual(before);
  });

  test('when it is this one, gone, or the donation is unknown or not paid', async () => {
    const id = await aDonation(testApp, { causeId: food.id });
    const same = await change(id, agreed, { causeId: food.id });
    expect([same.status, same.error.code]).toEqual([409, 'same_cause']);
    const gone = await change(id, agreed, { causeId: newId<CauseId>() });
    expect(gone).toMatchObject({
      status: 400,
      error: { fields: { causeId: expect.stringContaining('Choose') } },
    });
    expect((await change(newId<DonationId>())).status).toBe(404);
    expect((await change(await aCheckout(testApp, { causeId: food.id }))).status).toBe(404);
  });

  test('in the database, whatever writes: no other cause without its entries, and none in part', async () => {
    const id = await aDonation(testApp, { causeId: food.id });
    const raw = testApp.db
      .updateTable('donations')
      .set({ causeId: heating.id })
      .where('id', '=', id);
    await expect(raw.execute()).rejects.toThrow('as a whole, and with its entries');
  });
});

describe('the ground', () => {
  test('of an own mistake is good for a check for 72 hours', async () => {
    const early = await aCheck();
    const late = await aCheck();
    await sql`update donations set created_at = now() - interval '71 hours' where id = ${early.id}`.execute(
      testApp.db,
    );
    await sql`update donations set created_at = now() - interval '73 hours' where id = ${late.id}`.execute(
      testApp.db,
    );
    expect((await change(early.id, ours)).status).toBe(200);
    const { status, error } = await change(late.id, ours);
    expect([status, error.code]).toEqual([409, 'cause_stays']);
    expect(error.message).toContain('more than 72 hours ago');
    expect((await change(late.id)).status).toBe(200);
  });

  test('is told to the donor of the check as what it is', async () => {
    const { email } = aPerson();
    const { id, depositId } = await aCheck({ email, amount: 1_500 });
    await change(id, ours);
    const { body } = await testApp.call(getDeposit, { cookie, params: { id: depositId } });
    expect(body.lines).toMatchObject([{ cause: { name: heating.name } }]);
    const subject = `Your donation of $15.00 is for ${heating.name} now`;
    const { text = '' } = await testApp.inbox.waitFor(email, subject);
    expect(text).toContain('we chose the wrong cause. We are sorry');
  });

  test('of an own mistake is refused for what a donor chose: on the form, and in an announcement', async () => {
    const id = await aDonation(testApp, { causeId: food.id });
    expect((await change(id, ours)).error.message).toContain('its donor chose the cause');
    const open = await anOpenDeposit([aLine(food.id, { kind: 'transfer' })]);
    const transfer = newId();
    await testApp.db
      .insertInto('expectedTransfers')
      .values({
        id: transfer as never,
        reference: newId(),
        causeId: food.id,
        amountCents: 5_000,
        firstName: 'Trudy',
        lastName: 'Transfer',
        email: 'trudy@example.org',
      })
      .execute();
    // As a line of the bank with the reference enters it, which would take a bank account and a statement.
    await sql`update deposit_lines set expected_transfer_id = ${transfer}
      where deposit_id = ${open.id}`.execute(testApp.db);
    const { body } = await confirm((await close(open)).body);
    const [announced] = donationsOf(body);
    const { error } = await change(announced as DonationId, ours);
    expect(error.message).toContain('The donor announced this transfer');
    expect((await change(announced as DonationId)).status).toBe(200);
  });

  test('of an agreement says how', async () => {
    const id = await aDonation(testApp, { causeId: food.id });
    const { status, error } = await change(id, { agreement: ' ' } as never);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['agreement']]);
  });
});

describe('with approvals on', () => {
  const aPersonWho = async (...roles: Role[]) =>
    signIn(testApp, await aTeamMember(testApp, ...roles));
  let second: string;
  beforeAll(async () => {
    await anAdministrator(testApp);
    await anAdministrator(testApp);
    const { fourEyes } = await testApp.settings.read(testApp.db);
    await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
    second = await aPersonWho('treasurer');
  });

  const asked = async (id: DonationId, ...more: [] | [{ causeId: CauseId }]) => {
    const { status, body } = await change(id, agreed, ...more);
    expect(status).toBe(202);
    return (body as unknown as ApprovalRequested).awaitingApproval;
  };
  const approveIt = async (id: Awaited<ReturnType<typeof asked>>) => {
    const params = { id };
    const { body } = await testApp.call(getApproval, { cookie: second, params });
    const { fingerprint } = body;
    return testApp.call(approve, { cookie: second, params, body: { fingerprint } });
  };

  test('a second person does it, who reads what, from where to where, and why', async () => {
    const person = aPerson();
    const id = await aDonation(testApp, { causeId: food.id, amount: 4_000, person });
    const request = await asked(id);
    expect(await movesOf(id)).toHaveLength(1);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(1);
    const { body } = await testApp.call(getApproval, { cookie: second, params: { id: request } });
    expect(body.kind).toBe('cause');
    expect(body.facts.map(({ label, value }) => [label, value])).toEqual([
      ['Donation', expect.stringMatching(/^\$40\.00 of /)],
      ['From', food.name],
      ['To', heating.name],
      ['On what ground', 'The donor agreed'],
      ['Reason', expect.stringContaining('On the phone, on Monday')],
    ]);
    expect(await approveIt(request)).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(await movesOf(id)).toHaveLength(3);
    expect(await mailsQueuedFor(testApp, person.email)).toBe(2);
    expect((await approveIt(request)).error.code).toBe('approval_closed');
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('nobody asks twice, and what was withdrawn can be asked for again', async () => {
    const id = await aDonation(testApp, { causeId: food.id });
    const request = await asked(id);
    const { status, error } = await change(id, agreed, { causeId: (await aCause(testApp)).id });
    expect([status, error.code]).toEqual([409, 'cause_stays']);
    expect(error.message).toContain('Another cause for a donation');
    await testApp.call(withdraw, { cookie, params: { id: request } });
    await asked(id);
  });

  test('an allocation that waits keeps the cause', async () => {
    const donationId = await aDonation(testApp, { causeId: food.id });
    const nominationId = await anAcceptedNomination(testApp, { causeId: food.id });
    const proposed = await testApp.call(createAllocation, {
      cookie: await aPersonWho('case-worker'),
      body: { amount: 100, donationId, nominationId },
    });
    expect(proposed.status).toBe(202);
    expect((await change(donationId)).error.message).toContain('second person: Allocation.');
  });

  test('what was allocated meanwhile is not moved: the request ends with the reason', async () => {
    const donationId = await aDonation(testApp, { causeId: food.id });
    const request = await asked(donationId);
    const nominationId = await anAcceptedNomination(testApp, { causeId: food.id });
    await anAllocation(testApp, { amount: 100, donationId, nominationId });
    const { status, error } = await approveIt(request);
    expect([status, error.code]).toEqual([409, 'cause_stays']);
    const { body } = await testApp.call(getApproval, { cookie, params: { id: request } });
    expect(body).toMatchObject({
      status: 'refused',
      answer: expect.stringContaining('$1.00 of this donation'),
    });
    expect(await movesOf(donationId)).toHaveLength(2);
  });
});
