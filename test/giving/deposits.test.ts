import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { getDonor } from '#contract/donors/donors.ts';
import {
  addDeposit,
  deleteDeposit,
  getDeposit,
  listDeposits,
  saveDeposit,
  sendDepositBack,
} from '#contract/giving/deposits.ts';
import { getDonation } from '#contract/giving/donations.ts';
import type { ApprovalId, CauseId, DonorId } from '#contract/ids.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { approve, listApprovals } from '#contract/people/approvals.ts';
import { erasePerson, findPerson } from '#contract/privacy/privacy.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aLine, depositCalls, donationsOf } from '#test/support/deposits.ts';
import {
  aCause,
  aDonation,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  aTeamMember,
  signIn,
} from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
const { as, anOpenDeposit, close, aClosedDeposit, confirm, aConfirmedDeposit, returnLine } =
  depositCalls(testApp);

let causeId: CauseId;
beforeAll(async () => {
  causeId = (await aCause(testApp)).id;
  // Both have to be owners before a second person can be asked for.
  await anAdministrator(testApp);
  await anAdministrator(testApp);
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
});

const donation = async (id: ReturnType<typeof donationsOf>[number]) =>
  (await testApp.call(getDonation, { cookie: await as('counter'), params: { id } })).body;

describe('an open deposit', () => {
  test('has no line of a day that has not come', async () => {
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const saved = anOpenDeposit([aLine(causeId), aLine(causeId, { receivedOn: later })]);
    await expect(saved).rejects.toThrow(
      'Please check the day of line 2. Must not be in the future.',
    );
  });

  test('is saved while it does not add up, and closed only once it does', async () => {
    const lines = [aLine(causeId), aLine(causeId, { amount: 2_500, checkNumber: '1002' })];
    const open = await anOpenDeposit(lines, { count: 3, amount: 10_000 });
    expect(open).toMatchObject({ state: 'open', count: 2, amount: 7_500, expectedCount: 3 });
    expect(await close(open)).toMatchObject({
      status: 409,
      error: {
        code: 'totals_differ',
        message:
          'You counted 3 lines of $100.00 in all, but entered 2 lines of $75.00. $25.00 is missing.',
      },
    });
    const more = [...lines, aLine(causeId, { amount: 2_501 })];
    const tooMuch = await anOpenDeposit(more, { count: 3, amount: 10_000 });
    expect((await close(tooMuch)).error.message).toContain('$0.01 is too much.');
    const others = [...lines, aLine(causeId, { amount: 2_500 })];
    const wrongCount = await anOpenDeposit(others, { count: 4, amount: 10_000 });
    expect((await close(wrongCount)).error.message).toContain('The number of lines differs.');
    const right = await anOpenDeposit(others, { count: 3, amount: 10_000 });
    expect(await close(right)).toMatchObject({ status: 200, body: { state: 'closed' } });
  });

  test('is not saved over what a colleague has saved meanwhile', async () => {
    const open = await anOpenDeposit([aLine(causeId)]);
    const { title, expectedCount, expectedAmount, id } = open;
    const body = { title, expectedCount, expectedAmount, depositLines: [] };
    const save = async (revision: number, idempotencyKey = randomUUID()) =>
      testApp.call(saveDeposit, {
        cookie: await as('counter'),
        params: { id },
        body: { ...body, revision },
        idempotencyKey,
      });
    expect(await save(open.revision - 1)).toMatchObject({
      status: 409,
      error: { code: 'deposit_changed' },
    });
    const key = randomUUID();
    const saved = await save(open.revision, key);
    expect(saved.body.lines).toEqual([]);
    // The answer was lost: whoever saves the same again has saved it.
    expect((await save(open.revision, key)).body).toEqual(saved.body);
  });

  test('makes no donation, and can be deleted', async () => {
    const body = { title: 'Box of May', expectedCount: 1, expectedAmount: 5_000 };
    const add = { cookie: await as('counter'), body, idempotencyKey: randomUUID() };
    const { id } = (await testApp.call(addDeposit, add)).body;
    const call = { cookie: await as('counter'), params: { id } };
    expect((await testApp.call(deleteDeposit, call)).status).toBe(204);
    expect((await testApp.call(getDeposit, call)).status).toBe(404);
    // Whoever repeats it gets none that is gone, and no second one.
    expect((await testApp.call(addDeposit, add)).status).toBe(404);
    const closed = await aClosedDeposit([aLine(causeId)]);
    expect(await testApp.call(deleteDeposit, { ...call, params: { id: closed.id } })).toMatchObject(
      { status: 409, error: { code: 'deposit_not_open' } },
    );
  });

  test('keeps its cause from being deleted, and takes none that there is not', async () => {
    await expect(anOpenDeposit([aLine(newId<CauseId>())])).rejects.toThrow(/choose causes/);
  });

  test('names each line that is wrong, and its field', async () => {
    const { id, revision } = await anOpenDeposit([aLine(causeId)]);
    const save = async (depositLines: ReturnType<typeof aLine>[]) => {
      const counted = { title: 'Box', expectedCount: 3, expectedAmount: 15_000, revision };
      const body = { ...counted, depositLines };
      const call = { cookie: await as('counter'), params: { id }, body };
      const { status, error } = await testApp.call(saveDeposit, call);
      return [status, error.fields, error.message];
    };
    const unknown = newId<CauseId>();
    expect(await save([aLine(causeId), aLine(unknown), aLine(unknown)])).toEqual([
      400,
      {
        'depositLines.1.causeId': 'Choose a cause from the list',
        'depositLines.2.causeId': 'Choose a cause from the list',
      },
      'Please choose causes from the list.',
    ]);
    const wrong = { email: 'nobody', amount: 0 };
    expect(await save([aLine(causeId), aLine(causeId, wrong), aLine(causeId, wrong)])).toEqual([
      400,
      {
        'depositLines.1.amount': 'Must be more than zero',
        'depositLines.1.email': 'Invalid email',
        'depositLines.2.amount': 'Must be more than zero',
        'depositLines.2.email': 'Invalid email',
      },
      'Please check what you entered. Deposit lines, 2, Amount: Must be more than zero.',
    ]);
  });
});

describe('confirming', () => {
  test('takes somebody else than who closed it', async () => {
    const closed = await aClosedDeposit([aLine(causeId)]);
    expect(await confirm(closed, 'counter')).toMatchObject({
      status: 409,
      error: {
        code: 'same_person',
        message: 'You have closed this deposit, so somebody else has to confirm it.',
      },
    });
    const seenBy = async (name: string) =>
      (await testApp.call(getDeposit, { cookie: await as(name), params: { id: closed.id } })).body
        .confirmObstacle;
    expect(await seenBy('counter')).toMatch(/^You have closed/);
    expect(await seenBy('confirmer')).toBeNull();
    expect(await confirm(closed)).toMatchObject({ status: 200, body: { state: 'confirmed' } });
  });

  test('waits on the desk of whoever can do it', async () => {
    const deskOf = async (name: string) =>
      (await testApp.call(getDesk, { cookie: await as(name) })).body.deposits?.count ?? 0;
    const before = [await deskOf('counter'), await deskOf('confirmer')];
    const closed = await aClosedDeposit([aLine(causeId)]);
    expect([await deskOf('counter'), await deskOf('confirmer')]).toEqual([
      before[0],
      (before[1] ?? 0) + 1,
    ]);
    await confirm(closed);
    expect(await deskOf('confirmer')).toBe(before[1]);
  });

  test('is checked by the database, too', async () => {
    const { id } = await aClosedDeposit([aLine(causeId)]);
    const alone = sql`update deposits set state = 'confirmed', confirmed_by = closed_by, confirmed_at = now()
      where id = ${id}`;
    await expect(alone.execute(testApp.db)).rejects.toThrow(/deposits_two_people/);
  });

  test('makes a donation of each line, received on its day, and thanks whom we can reach', async () => {
    const { firstName, lastName, email } = aPerson();
    const deposit = await aConfirmedDeposit([
      aLine(causeId, { firstName, lastName, email, note: 'For the furnace' }),
      aLine(causeId, { receivedOn: '2025-12-31' }),
      aLine(causeId, { kind: 'cash', firstName: '', lastName: '', amount: 1_234 }),
    ]);
    const [reached, named, unnamed] = await Promise.all(donationsOf(deposit).map(donation));
    expect(reached).toMatchObject({
      source: 'offline',
      receivedOn: '2026-01-05',
      amount: 5_000,
      availableAmount: 5_000,
      email,
      description: 'For the furnace',
      paymentIntentId: null,
    });
    expect(named).toMatchObject({ lastName: 'Withoutmail', email: null, receivedOn: '2025-12-31' });
    expect(unnamed).toMatchObject({ firstName: 'Unnamed', lastName: 'donors', amount: 1_234 });
    const mail = await testApp.inbox.waitFor(email, 'Thank you for your donation of $50.00');
    expect(mail.text).toContain('01/05/2026');
    // Who gave is stored once: with the donation.
    const stored = await testApp.db
      .selectFrom('depositLines')
      .select(['firstName', 'lastName', 'email', 'note'])
      .where('depositId', '=', deposit.id)
      .execute();
    expect(stored).toEqual(Array(3).fill({ firstName: '', lastName: '', email: '', note: '' }));
    expect(deposit.lines[0]).toMatchObject({ email, note: 'For the furnace' });
  });

  test('finds the donor of an address, and one donor for all who are not named', async () => {
    const person = aPerson();
    const online = await donation(await aDonation(testApp, { person }));
    const cash = { kind: 'cash', firstName: '', lastName: '' } as const;
    const deposit = await aConfirmedDeposit([
      aLine(causeId, { email: person.email.toUpperCase() }),
      aLine(causeId, cash),
      aLine(causeId, cash),
    ]);
    const [known, one, other] = await Promise.all(donationsOf(deposit).map(donation));
    expect(known?.donor?.id).toBe(online.donor?.id);
    expect(one?.donor?.id).toBe(other?.donor?.id);
    const { body } = await testApp.call(getDonor, {
      cookie: await as('counter'),
      params: { id: one?.donor?.id ?? newId<DonorId>() },
    });
    expect(body).toMatchObject({ firstName: 'Unnamed', lastName: 'donors', email: null });
  });

  test('is done once for a key, and never twice', async () => {
    const closed = await aClosedDeposit([aLine(causeId)]);
    const key = newId();
    const first = await confirm(closed, 'confirmer', key);
    expect(await confirm(closed, 'confirmer', key)).toMatchObject({ body: first.body });
    expect(await confirm(closed)).toMatchObject({
      status: 409,
      error: { code: 'already_confirmed' },
    });
  });

  test('is about what was seen: sent back and closed again, it is another deposit', async () => {
    const closed = await aClosedDeposit([aLine(causeId)]);
    const back = await testApp.call(sendDepositBack, {
      cookie: await as('confirmer'),
      params: { id: closed.id },
      body: { reason: 'One check is missing.' },
    });
    expect(back.body).toMatchObject({
      state: 'open',
      closed: null,
      sentBack: { reason: 'One check is missing.' },
    });
    expect(await confirm(back.body)).toMatchObject({ error: { code: 'deposit_not_closed' } });
    const again = await close(back.body);
    expect(await confirm(closed)).toMatchObject({ error: { code: 'deposit_changed' } });
    expect((await confirm(again.body)).status).toBe(200);
  });

  test('needs no second person while approvals are off', async () => {
    const { fourEyes } = await testApp.settings.read(testApp.db);
    await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: false } });
    const closed = await aClosedDeposit([aLine(causeId)]);
    expect(closed.confirmObstacle).toBeNull();
    expect((await confirm(closed, 'counter')).status).toBe(200);
    await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  });
});

describe('after it is confirmed', () => {
  test('nothing is changed, not even by hand', async () => {
    const { id } = await aConfirmedDeposit([aLine(causeId)]);
    const attempts = [
      sql`update deposits set title = 'x' where id = ${id}`,
      sql`update deposit_lines set cents = 1 where deposit_id = ${id}`,
      sql`update deposit_lines set received_on = '2026-02-02' where deposit_id = ${id}`,
      sql`delete from deposit_lines where deposit_id = ${id}`,
      sql`delete from deposits where id = ${id}`,
    ];
    for (const attempt of attempts) {
      await expect(attempt.execute(testApp.db)).rejects.toThrow(/never (changed|deleted)/);
    }
    const call = { cookie: await as('counter'), params: { id } };
    expect(
      await testApp.call(sendDepositBack, { ...call, body: { reason: 'Wrong' } }),
    ).toMatchObject({ error: { code: 'already_confirmed' } });
  });

  test('a wrong line is reversed by a counter-entry, which a second person approves', async () => {
    const deposit = await aConfirmedDeposit([aLine(causeId), aLine(causeId, { amount: 700 })]);
    const [line] = deposit.lines;
    const [wrong, right] = donationsOf(deposit);
    if (!(line && wrong && right)) throw new Error('Two lines were confirmed');
    const asked = await returnLine(line.id, 'reversal');
    expect([asked.status, (asked.body as { message?: string }).message]).toEqual([
      202,
      expect.stringMatching(/^Nothing is done yet/),
    ]);
    expect((await donation(wrong)).availableAmount).toBe(5_000);
    const cookie = await as('confirmer');
    const { body: waiting } = await testApp.call(listApprovals, { cookie, query: {} });
    const request = waiting.find(({ kind }) => kind === 'deposit');
    expect(request?.facts.map(({ value }) => value)).toEqual([
      'Reversal of a wrong line',
      'Check of $50.00',
      'Box of January, line 1',
      'The bank did not pay.',
    ]);
    const approved = await testApp.call(approve, {
      cookie,
      params: { id: request?.id ?? newId<ApprovalId>() },
      body: { fingerprint: request?.fingerprint ?? '' },
    });
    expect(approved.body.status).toBe('approved');
    expect(await donation(wrong)).toMatchObject({ amount: 5_000, availableAmount: 0 });
    expect((await donation(right)).availableAmount).toBe(700);
    const { body } = await testApp.call(getDeposit, { cookie, params: { id: deposit.id } });
    expect(body.lines[0]?.returned).toMatchObject({ how: 'reversal' });
    const { rows } = await sql`select kind, amount_cents, reason from ledger_entries
      where donation_id = ${wrong} order by position`.execute(testApp.db);
    expect(rows).toMatchObject([
      { kind: 'payment', amountCents: 5_000 },
      { kind: 'reversal', amountCents: 5_000, reason: 'The bank did not pay.' },
    ]);
    expect(await returnLine(line.id, 'bounce')).toMatchObject({
      status: 409,
      error: { code: 'already_returned' },
    });
  });

  test('a check that bounces after its money was allocated leaves a deficit', async () => {
    const { fourEyes } = await testApp.settings.read(testApp.db);
    await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: false } });
    const pair = await aPair(testApp);
    const deposit = await aConfirmedDeposit([aLine(pair.causeId)]);
    const [line] = deposit.lines;
    const [donationId] = donationsOf(deposit);
    if (!(line && donationId)) throw new Error('A line was confirmed');
    const { nominationId } = pair;
    await anAllocation(testApp, { amount: 3_000, donationId, nominationId });
    expect((await returnLine(line.id, 'bounce')).status).toBe(200);
    const { deficitCents, returnedCents } = await testApp.db
      .selectFrom('donations')
      .select(['deficitCents', 'returnedCents'])
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow();
    expect({ deficitCents, returnedCents }).toEqual({ deficitCents: 3_000, returnedCents: 5_000 });
    await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  });

  test('cash that was confirmed cannot bounce, while a transfer can', async () => {
    const [cash, transfer] = (
      await aConfirmedDeposit([
        aLine(causeId, { kind: 'cash', checkNumber: '' }),
        aLine(causeId, { kind: 'transfer', checkNumber: '' }),
      ])
    ).lines;
    if (!(cash && transfer)) throw new Error('Two lines were confirmed');
    expect(await returnLine(cash.id, 'bounce')).toMatchObject({
      status: 409,
      error: { code: 'line_cannot_bounce' },
    });
    // A second person is asked.
    expect((await returnLine(transfer.id, 'bounce')).status).toBe(202);
  });

  test('a line that is not confirmed cannot be reversed', async () => {
    const { lines } = await aClosedDeposit([aLine(causeId)]);
    const [line] = lines;
    if (!line) throw new Error('A line was entered');
    expect(await returnLine(line.id, 'reversal')).toMatchObject({
      status: 409,
      error: { code: 'deposit_not_confirmed' },
    });
  });
});

describe('who may', () => {
  test('enter: a treasurer; read: an auditor, too', async () => {
    const { id } = await anOpenDeposit([aLine(causeId)]);
    const body = { title: 'Box', expectedCount: 1, expectedAmount: 100 };
    expect((await testApp.call(addDeposit, { body })).status).toBe(401);
    for (const [role, mayRead] of [
      ['auditor', 200],
      ['viewer', 403],
      ['case-worker', 403],
    ] as const) {
      const cookie = await signIn(testApp, await aTeamMember(testApp, role));
      expect((await testApp.call(addDeposit, { cookie, body })).status).toBe(403);
      expect((await testApp.call(getDeposit, { cookie, params: { id } })).status).toBe(mayRead);
    }
    const cookie = await as('counter');
    expect((await testApp.call(addDeposit, { cookie, body: { ...body, title: '' } })).status).toBe(
      400,
    );
    const { body: list } = await testApp.call(listDeposits, { cookie, query: {} });
    expect(list.map((deposit) => deposit.id)).toContain(id);
  });

  test('be erased: whoever stands in a line that is not confirmed yet', async () => {
    const person = aPerson();
    await aDonation(testApp, { person });
    const { firstName, lastName, email } = person;
    const open = await anOpenDeposit([aLine(causeId, { firstName, lastName, email })]);
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(findPerson, { cookie, body: { who: email } });
    await testApp.call(erasePerson, {
      cookie,
      body: { who: email, fingerprint: body.fingerprint },
    });
    const { body: after } = await testApp.call(getDeposit, { cookie, params: { id: open.id } });
    expect(after.lines[0]).toMatchObject({ firstName: 'Erased', lastName: 'donor', email: '' });
  });
});
