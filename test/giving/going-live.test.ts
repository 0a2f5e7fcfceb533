import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listDonations } from '#contract/giving/donations.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { listTestDonations, removeTestDonation } from '#contract/operations/test-donations.ts';
import { getDashboard } from '#contract/overview/dashboard.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { listNeeds } from '#contract/publishing/needs.ts';
import { listUpdates } from '#contract/publishing/updates.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openBooks } from '#server/operations/test-donations/commands.ts';
import { createClosedProvider } from '#server/provider/payment-provider/closed-provider.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { type TestApp, useTestApp } from '#test/support/app.ts';
import { aLine, depositCalls } from '#test/support/deposits.ts';
import {
  aCause,
  aDonation,
  anAllocation,
  aPair,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { aTestPlan, pressOnTestPage } from '#test/support/test-plans.ts';
import { aRealDonation, aTrial } from '#test/support/trial.ts';

const publicUrl = 'https://give.example';
const stripeWith = (secretKey: string) =>
  createStripeProvider({ secretKey, webhookSecrets: ['whsec'], apiBase: null }, publicUrl);
const live = stripeWith('sk_live_of_the_test');

/** What starting a server with a live key does before it serves. */
const goLive = (testApp: TestApp) => openBooks(testApp.db, live, testApp.mailer);

const countOf = async ({ db }: TestApp, table: string) => {
  const { rows } = await sql<{
    rows: number;
  }>`select count(*)::int as rows from ${sql.table(table)}`.execute(db);
  return rows[0]?.rows;
};

describe('a trial that goes live', () => {
  const testApp = useTestApp();
  const trial = {} as Awaited<ReturnType<typeof aTrial>> & { notices: string[] };

  beforeAll(async () => {
    Object.assign(trial, await aTrial(testApp));
    trial.notices = await goLive(testApp);
  });

  test('starts with empty books, and says what it did', async () => {
    for (const table of ['donations', 'ledger_entries', 'allocations', 'checkouts', 'refunds']) {
      expect([table, await countOf(testApp, table)]).toEqual([table, 0]);
    }
    expect(await checkLedger(testApp.db)).toEqual([]);
    expect(trial.notices).toEqual([
      'This site takes real payments now. 2 donations of test money ($150.00 in total) from before were taken out of the books; they are listed under Test Donations. 1 expense paid with test money was deleted. 2 public pages were taken offline: publish again what is true. 1 update is a draft again. 1 completed nomination is accepted again.',
    ]);
    const [alert] = await testApp.db
      .selectFrom('alerts')
      .select(['message', 'path'])
      .where('key', '=', 'test-money:taken-out')
      .execute();
    expect(alert).toEqual({ message: trial.notices[0], path: '/admin/test-donations' });
  });

  test('shows no test money to the public', async () => {
    const { body } = await testApp.call(getImpact);
    expect(body).toMatchObject({ given: 0, waiting: 0, allocated: 0, spent: 0, returned: 0 });
    expect((await testApp.call(listNeeds)).body).toEqual([]);
    const { status } = await testApp.call(openDonationPage, { body: { token: trial.token } });
    expect(status).toBe(400);
    const { rows } = await sql`select id from files where is_published`.execute(testApp.db);
    expect(rows).toEqual([]);
  });

  test('shows none to administrators, and keeps what they prepared', async () => {
    const cookie = await signIn(testApp);
    expect((await testApp.call(listDonations, { cookie })).body).toEqual([]);
    const { body } = await testApp.call(getDashboard, { cookie });
    expect(body.donationsLast7Days).toBe(0);
    const nominations = await testApp.db
      .selectFrom('nominations')
      .select(['id', 'isAccepted', 'isCompleted', 'allocatedCents', 'spentCents'])
      .where('id', 'in', [trial.helpedId, trial.preparedId])
      .execute();
    for (const nomination of nominations) {
      expect(nomination).toMatchObject({
        isAccepted: true,
        isCompleted: false,
        allocatedCents: 0,
        spentCents: 0,
      });
    }
    // What was told about it during the trial is told again when it is true.
    const decisions = testApp.db.selectFrom('nominationDecisions').select('id');
    expect(await decisions.where('nominationId', '=', trial.helpedId).execute()).toEqual([]);
    const updates = await testApp.call(listUpdates, { cookie, params: { id: trial.helpedId } });
    expect(updates.body).toMatchObject([{ publishedAt: null }]);
    // The receipt is there and belongs to no expense.
    const files = await testApp.db.selectFrom('files').select(['id', 'state']).execute();
    expect(files.map(({ id }) => id)).toContain(trial.receiptId);
    expect(await countOf(testApp, 'expense_receipts')).toBe(0);
  });

  test('sends no email about it, and all other email', async () => {
    expect(await mailsQueuedFor(testApp, trial.donor.email)).toBe(0);
    expect(await mailsQueuedFor(testApp, trial.nominator.email)).toBe(1);
    expect(await countOf(testApp, 'update_recipients')).toBe(0);
  });

  test('keeps a list of it, which an administrator can remove', async () => {
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(listTestDonations, { cookie });
    expect(body).toHaveLength(2);
    expect(body.find(({ id }) => id === trial.donationId)).toMatchObject({
      amount: 10_000,
      cause: expect.stringContaining('Cause '),
      firstName: 'Grace',
      email: trial.donor.email,
      allocations: [{ nominee: 'Maria Lopez', amount: 6_000, spentAmount: 2_000 }],
    });
    const params = { id: trial.donationId };
    expect((await testApp.call(removeTestDonation, { cookie, params })).status).toBe(204);
    expect((await testApp.call(removeTestDonation, { cookie, params })).status).toBe(404);
    expect((await testApp.call(listTestDonations, { cookie })).body).toHaveLength(1);
    const actions = await testApp.db
      .selectFrom('auditEntries')
      .select(['action', 'actor'])
      // The embedded database's clock has only milliseconds.
      .where('createdAt', '>=', trial.wentLiveAt)
      .execute();
    const told = actions.map(({ action }) => action);
    for (const action of [
      'test_money.taken_out',
      'public_page.unpublished',
      'nomination.reopened',
      'update.unpublished',
      'test_donation.removed',
    ]) {
      expect(told).toContain(action);
    }
    const { status } = await testApp.call(listAudit, { cookie });
    expect(status).toBe(200);
  });

  test('has nothing to do at the next start', async () => {
    expect(await goLive(testApp)).toEqual([]);
  });

  test('may be a trial again until real money is booked', async () => {
    const provider = createTestProvider(testApp.config);
    expect(await openBooks(testApp.db, provider, testApp.mailer)).toEqual([]);
    await aDonation(testApp);
    expect(await goLive(testApp)).toHaveLength(1);
    expect(await countOf(testApp, 'donations')).toBe(0);
  });
});

describe('books of real money', () => {
  const testApp = useTestApp();

  beforeAll(async () => {
    expect(await goLive(testApp)).toEqual([]);
    await aRealDonation(testApp);
  });

  test('refuse test payments when the server starts, and say what to do', async () => {
    const provider = createTestProvider(testApp.config);
    await expect(openBooks(testApp.db, provider, testApp.mailer)).rejects.toThrow(
      /STRIPE_SECRET_KEY is missing, but this database holds real donations.*TAKE_PAYMENTS=no/s,
    );
    await expect(openBooks(testApp.db, stripeWith('rk_test_1'), testApp.mailer)).rejects.toThrow(
      'STRIPE_SECRET_KEY is a test key',
    );
    // A copy without payments opens, and so does the site itself.
    expect(await openBooks(testApp.db, createClosedProvider(), testApp.mailer)).toEqual([]);
    expect(await goLive(testApp)).toEqual([]);
    expect((await testApp.call(getImpact)).body.given).toBe(2_500);
    // Test money that is booked nevertheless is refused by the database itself.
    const id = await aDonation(testApp);
    expect(await countOf(testApp, 'donations')).toBe(1);
    const objects = testApp.db.selectFrom('unbookedObjects').select('reason');
    expect(await objects.where('objectId', '=', id).execute()).toEqual([
      { reason: 'our software could not handle it' },
    ]);
  });

  test.each([
    'delete from ledger_entries',
    'delete from donations',
    'update donations set is_real = false',
    'update books set is_real = false',
    'delete from books',
    'set constraints all deferred; update donations set is_real = false; delete from ledger_entries; delete from donations',
    'set constraints all deferred; update books set is_real = false; update donations set is_real = false; update books set is_real = true; delete from ledger_entries; delete from donations',
    "set constraints all deferred; update donations set is_real = false; insert into test_donations (id, created_at, amount_cents, cause, first_name, last_name, email, allocations) select id, created_at, amount_cents, first_name, first_name, last_name, email, '[]' from donations; delete from donation_links; delete from ledger_entries; delete from donations",
    'insert into books values (false, false)',
    'select take_test_money_out_of_books()',
  ])('no statement takes real money out: %s', async (statement) => {
    await testApp.connection
      .scriptTransaction(async (script) => {
        for (const part of statement.split('; ')) await script.run(part);
      })
      .catch(() => {});
    expect(await countOf(testApp, 'donations')).toBe(1);
    expect(await countOf(testApp, 'ledger_entries')).toBe(1);
    expect((await testApp.call(getImpact)).body.given).toBe(2_500);
  });
});

describe('during a trial', () => {
  const testApp = useTestApp();

  test.each([
    'delete from ledger_entries',
    'delete from donations',
    "delete from ledger_entries where kind = 'payment'",
    'update books set is_real = true',
    'set constraints all deferred; update books set is_real = true; delete from ledger_entries',
    'set constraints all deferred; update books set is_real = true; delete from ledger_entries; delete from allocations; update books set is_real = false',
  ])('the ledger is append-only too: %s', async (statement) => {
    const { donationId, nominationId } = await aPair(testApp);
    await anAllocation(testApp, { donationId, nominationId, amount: 100 });
    const before = [await countOf(testApp, 'donations'), await countOf(testApp, 'ledger_entries')];
    const refused = await testApp.connection
      .scriptTransaction(async (script) => {
        for (const part of statement.split('; ')) await script.run(part);
      })
      .then(() => '', String);
    expect(refused).not.toBe('');
    const now = [await countOf(testApp, 'donations'), await countOf(testApp, 'ledger_entries')];
    expect(now).toEqual(before);
  });

  test('a page with test money is not confused with real money in the mails about it', async () => {
    const person = aPerson();
    await aDonation(testApp, { person });
    const mail = await testApp.inbox.waitFor(person.email, 'Test: Thank you');
    expect(mail.text).toContain('no card was charged, and no money was donated');
    expect(mail.html).toContain('no card was charged, and no money was donated');
    expect(mail.text).toContain('This was test money, so there is no receipt for taxes.');
  });
});

describe('a trial with a deposit that goes live', () => {
  const testApp = useTestApp();
  const { aConfirmedDeposit, aClosedDeposit } = depositCalls(testApp);

  test('loses it with its donations, and keeps one that nobody has confirmed', async () => {
    const { id: causeId } = await aCause(testApp);
    await aConfirmedDeposit([aLine(causeId), aLine(causeId, { amount: 700 })]);
    const { id } = await aClosedDeposit([aLine(causeId)]);
    await goLive(testApp);
    expect(await checkLedger(testApp.db)).toEqual([]);
    const left = await testApp.db.selectFrom('deposits').select(['id', 'state']).execute();
    expect(left).toEqual([{ id, state: 'closed' }]);
    expect(await countOf(testApp, 'deposit_lines')).toBe(1);
  });
});

describe('a trial with recurring donations that goes live', () => {
  const testApp = useTestApp();

  test('loses them with their donors, whether a payment has failed or not', async () => {
    const id = await aTestPlan(testApp);
    await pressOnTestPage(testApp, id, 'next=paid&paid=1');
    await pressOnTestPage(testApp, await aTestPlan(testApp), 'next=failed&paid=1');
    expect(await countOf(testApp, 'plans')).toBe(2);
    await goLive(testApp);
    for (const table of ['plans', 'plan_events', 'plan_links', 'donations', 'checkouts']) {
      expect([table, await countOf(testApp, table)]).toEqual([table, 0]);
    }
    const { rows } = await sql`select id from donors where email is not null`.execute(testApp.db);
    expect(rows).toEqual([]);
  });
});

describe('a trial in which an import was taken back goes live', () => {
  const testApp = useTestApp();
  const { aBookedImport, takeBack, settled } = importCalls(testApp);

  test('without it and its donations', async () => {
    const file = plainFile([{ 'Gift ID': 'trial-1', Amount: '50,00' }]);
    const booked = await aBookedImport(file, {
      system: 'List',
      decimalMark: ',',
      dateOrder: 'dmy',
      idColumn: 0,
    });
    await takeBack(booked);
    await settled(booked.id);
    await goLive(testApp);
    for (const table of ['imports', 'import_lines', 'donations', 'ledger_entries']) {
      expect([table, await countOf(testApp, table)]).toEqual([table, 0]);
    }
    expect(await testApp.db.selectFrom('testDonations').select('cause').execute()).toEqual([
      { cause: '' },
    ]);
  });
});
