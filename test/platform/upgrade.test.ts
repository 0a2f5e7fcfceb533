import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { donationId, nominationId } from '#contract/ids.ts';
import { nominationStatus } from '#core/vetting/nomination-status.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openCurrency } from '#server/ledger/open-currency.ts';
import { openBooks } from '#server/operations/test-donations/commands.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { readConfig } from '#server/platform/config.ts';
import { embeddedConnection, extensions } from '#server/platform/db/connect.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { readEndedPayments, readNetworkRecord } from '#server/platform/misuse/queries.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { findDecisionFacts } from '#server/vetting/nominations/decision-facts.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { queues } from '#server/workers.ts';
import { isRelease } from '#test/support/tier.ts';

// A migration that has once been applied cannot change anymore, which its checksum sees to: what the older ones do waits
// for the release. The rows of then are SQL of then: the application and its factories write those of today.

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [cause, donation, nomination, allocation, expense, receipt] = [1, 2, 3, 4, 5, 6].map(uuid);

/** One donation of $100.00, $40.00 of it allocated and $25.00 of that spent, with the names of migration 0014. */
const filling = `
  insert into causes (id, name) values ('${cause}', 'Heating');
  insert into checkouts (id, status, cause_id, amount_cents, provider, request_hash, expires_at)
    values ('${donation}', 'paid', '${cause}', 10000, 'test', '', now());
  insert into donations (id, payment_intent_id, cause_id, amount_cents, allocated_cents, description,
      is_available_to_volunteer_time, first_name, last_name, email, phone, zip)
    values ('${donation}', 'pi_1', '${cause}', 10000, 4000, '', false, 'Grace', 'Hopper', 'grace@example.com', '1', '1');
  insert into nominations (id, cause_id, nominee, description, first_name, last_name, email, phone, zip,
      is_accepted, allocated_cents, spent_cents)
    values ('${nomination}', '${cause}', 'Maria', '', 'Ada', 'Lovelace', 'ada@example.com', '1', '1', true, 4000, 2500);
  insert into allocations (id, donation_id, nomination_id, amount_cents, spent_cents)
    values ('${allocation}', '${donation}', '${nomination}', 4000, 2500);
  insert into files (id, nomination_id, kind, bytes, created_by)
    values ('${receipt}', '${nomination}', 'receipt', 1, '${uuid(9)}');
  insert into spendings (id, nomination_id, payee, paid_on, amount_cents, purpose, proof)
    values ('${expense}', '${nomination}', 'Miller Heating', '2026-01-02', 2500, 'A furnace', 'statement');
  insert into spending_receipts (file_id, spending_id) values ('${receipt}', '${expense}');
  insert into ledger_entries (id, kind, donation_id, nomination_id, allocation_id, spending_id, from_place, to_place,
      amount_cents, actor, cause)
    values
      ('${uuid(11)}', 'payment', '${donation}', null, null, null, 'outside', 'waiting', 10000, 'provider:test', 'evt_1'),
      ('${uuid(12)}', 'allocation', '${donation}', '${nomination}', '${allocation}', null, 'waiting', 'allocated', 4000,
        'system', 'allocate'),
      ('${uuid(13)}', 'spending', '${donation}', '${nomination}', '${allocation}', '${expense}', 'allocated', 'spent', 2500,
        'system', 'spend');
  insert into gift_links (token_hash, donation_id) values ('\\x01', '${donation}');
  insert into used_proofs (signature, expires_at) values ('signed', now());
  insert into idempotency_keys (key, scope, request_hash, response)
    values ('a', 'undo spending user:1', '', '{"id": "1", "proof": "statement"}'), ('b', 'x', '', '{"proof": 1}');`;

/** The same with the names of migration 0016, paid at Stripe. */
const renamedFilling = filling
  .replaceAll("'test', '', now()", "'stripe', '', now()")
  .replaceAll('spendings', 'expenses')
  .replaceAll('spending_receipts', 'expense_receipts')
  .replaceAll('spending_id', 'expense_id')
  .replaceAll('purpose, proof)', 'purpose, receipt_kind)')
  .replaceAll('actor, cause)', 'actor, source)')
  .replaceAll('gift_links', 'donation_links')
  .replaceAll('used_proofs', 'used_challenges');

test.runIf(isRelease)(
  'a database that was filled before its tables were renamed keeps every row',
  async () => {
    const connection = embeddedConnection(await PGlite.create({ extensions }));
    try {
      const migrations = await readMigrations();
      const later = migrations.findIndex(({ name }) => name.startsWith('0015'));
      await migrate(connection, { migrations: migrations.slice(0, later) });
      await connection.scriptTransaction((script) => script.run(filling));
      await migrate(connection);

      const { db } = connection;
      expect(await checkLedger(db)).toEqual([]);
      expect(
        await db.selectFrom('expenses').select(['id', 'payee', 'receiptKind']).execute(),
      ).toEqual([{ id: expense, payee: 'Miller Heating', receiptKind: 'statement' }]);
      expect(await db.selectFrom('expenseReceipts').selectAll().execute()).toEqual([
        { fileId: receipt, expenseId: expense },
      ]);
      const entries = db.selectFrom('ledgerEntries').select(['kind', 'source', 'expenseId']);
      expect(await entries.orderBy('id').execute()).toEqual([
        { kind: 'payment', source: 'evt_1', expenseId: null },
        { kind: 'allocation', source: 'allocate', expenseId: null },
        { kind: 'spending', source: 'spend', expenseId: expense },
      ]);
      expect(await db.selectFrom('donationLinks').select('donationId').execute()).toEqual([
        { donationId: donation },
      ]);
      expect(await db.selectFrom('usedChallenges').select('signature').execute()).toEqual([
        { signature: 'signed' },
      ]);
      const responses = db.selectFrom('idempotencyKeys').select('response').orderBy('key');
      expect(await responses.execute()).toEqual([
        { response: { id: '1', receiptKind: 'statement' } },
        { response: { proof: 1 } },
      ]);
      // They have their running hash, which covers what they say now.
      const hashed = db.selectFrom('ledgerEntries').select(['position', 'hash']).orderBy('id');
      expect((await hashed.execute()).map(({ position }) => position)).toEqual([1, 2, 3]);
      expect(await db.selectFrom('ledgerChains').selectAll().execute()).toEqual([
        { donationId: donation, entries: 3, hash: (await hashed.execute())[2]?.hash },
      ]);
      // The entries are still immutable.
      await expect(sql`update ledger_entries set source = 'x'`.execute(db)).rejects.toThrow();
    } finally {
      await connection.close();
    }
  },
);

const [testDonation, testAllocation, mixed, mixedReceipt] = [21, 22, 23, 24].map(uuid);

/** Paid with real money, and test money beside it. */
const mixedFilling = `
  ${renamedFilling}
  update checkouts set session_id = 'cs_live_1';
  insert into checkouts (id, status, cause_id, amount_cents, provider, session_id, request_hash, expires_at)
    values ('${testDonation}', 'paid', '${cause}', 5000, 'stripe', 'cs_test_1', '', now());
  insert into donations (id, payment_intent_id, cause_id, amount_cents, allocated_cents, description,
      is_available_to_volunteer_time, first_name, last_name, email, phone, zip)
    values ('${testDonation}', 'pi_2', '${cause}', 5000, 3000, '', true, 'Test', 'Donor', 'test@example.com', '1', '1');
  insert into allocations (id, donation_id, nomination_id, amount_cents, spent_cents)
    values ('${testAllocation}', '${testDonation}', '${nomination}', 3000, 1000);
  insert into files (id, nomination_id, kind, bytes, created_by)
    values ('${mixedReceipt}', '${nomination}', 'receipt', 1, '${uuid(9)}');
  insert into expenses (id, nomination_id, payee, paid_on, amount_cents, purpose, receipt_kind)
    values ('${mixed}', '${nomination}', 'Miller Heating', '2026-01-02', 1500, 'Pipes', 'statement');
  insert into expense_receipts (file_id, expense_id) values ('${mixedReceipt}', '${mixed}');
  update allocations set spent_cents = 3000 where id = '${allocation}';
  update nominations set allocated_cents = 7000, spent_cents = 4000;
  insert into public_pages (nomination_id, public_name, summary, story, is_published, published_at)
    values ('${nomination}', 'Warm', '', '', true, now());
  insert into ledger_entries (id, kind, donation_id, nomination_id, allocation_id, expense_id, from_place, to_place,
      amount_cents, actor, source)
    values
      ('${uuid(31)}', 'payment', '${testDonation}', null, null, null, 'outside', 'waiting', 5000, 'provider:stripe', 'evt_2'),
      ('${uuid(32)}', 'allocation', '${testDonation}', '${nomination}', '${testAllocation}', null, 'waiting', 'allocated', 3000,
        'system', 'allocate'),
      ('${uuid(33)}', 'spending', '${donation}', '${nomination}', '${allocation}', '${mixed}', 'allocated', 'spent', 500,
        'system', 'spend'),
      ('${uuid(34)}', 'spending', '${testDonation}', '${nomination}', '${testAllocation}', '${mixed}', 'allocated', 'spent', 1000,
        'system', 'spend');`;

const [gift, helped, report] = [50, 51, 52].map(uuid);

/** Real money, and everything that can hang on it; the ids of it all are numbers from 50 to 59. */
const realFilling = `
  insert into checkouts (id, status, cause_id, amount_cents, provider, session_id, request_hash, expires_at, is_real)
    values ('${gift}', 'paid', '${cause}', 2000, 'stripe', 'cs_live_2', '', now(), true),
      ('${uuid(59)}', 'started', '${cause}', 2000, 'stripe', 'cs_live_3', '', now(), true);
  insert into donors (id, first_name, last_name, email) values ('${uuid(63)}', 'Joan', 'Clarke', 'joan@example.com');
  insert into donations (id, source, checkout_id, provider, received_on, donor_id, payment_intent_id, cause_id,
      amount_cents, allocated_cents, description,
      is_available_to_volunteer_time, first_name, last_name, email, phone, zip, is_real)
    values ('${gift}', 'online', '${gift}', 'stripe', '2026-01-02', '${uuid(63)}', 'pi_3', '${cause}', 2000, 1500, '', false, 'Joan', 'Clarke', 'joan@example.com', '1', '1', true);
  insert into nominations (id, cause_id, nominee, description, first_name, last_name, email, phone, zip,
      is_accepted, is_completed, allocated_cents)
    values ('${helped}', '${cause}', 'Juan', '', 'Ada', 'Byron', 'ada@example.com', '1', '1', true, true, 1500);
  insert into allocations (id, donation_id, nomination_id, amount_cents)
    values ('${uuid(53)}', '${gift}', '${helped}', 1500);
  insert into ledger_entries (id, kind, donation_id, nomination_id, allocation_id, from_place, to_place, amount_cents,
      actor, source)
    values
      ('${uuid(54)}', 'payment', '${gift}', null, null, 'outside', 'waiting', 2000, 'provider:stripe', 'evt_3'),
      ('${uuid(55)}', 'allocation', '${gift}', '${helped}', '${uuid(53)}', 'waiting', 'allocated', 1500, 'system', 'x');
  insert into refunds (id, provider, payment_intent_id, donation_id, amount_cents, status, failed_at, requested_by)
    values ('${uuid(56)}', 'stripe', 'pi_3', '${gift}', 100, 'failed', now(), 'system');
  insert into disputes (id, provider, dispute_id, payment_intent_id, donation_id, amount_cents, status)
    values ('${uuid(57)}', 'stripe', 'du_1', 'pi_3', '${gift}', 100, 'closed');
  insert into payment_events (provider, event_id, type, outcome, checkout_id)
    values ('stripe', 'evt_3', 'checkout.session.completed', 'booked', '${gift}');
  insert into donation_links (token_hash, donation_id, is_view_only) values ('\\x02', '${gift}', false);
  insert into public_pages (nomination_id, public_name, summary, story, is_published, published_at)
    values ('${helped}', 'Fed', '', '', true, now());
  insert into updates (id, nomination_id, kind, title, text, created_by, published_at)
    values ('${report}', '${helped}', 'progress', 'News', '', '${uuid(9)}', now()),
      ('${uuid(61)}', '${nomination}', 'progress', 'News', '', '${uuid(9)}', now());
  insert into update_recipients (id, update_id, email, first_name, role)
    values ('${uuid(62)}', '${report}', 'joan@example.com', 'Joan', 'donor'),
      ('${uuid(63)}', '${uuid(61)}', 'grace@example.com', 'Grace', 'donor'),
      ('${uuid(64)}', '${uuid(61)}', 'test@example.com', 'Test', 'donor');
  insert into dead_mails (id, mail, error, tries)
    values ('${uuid(58)}', '{"to": "joan@example.com"}', 'No such mailbox', 19);
  insert into alerts (id, key, title, message, path)
    values ('${uuid(65)}', 'refund:${uuid(56)}', 'A refund failed', '', '/admin/donations/${gift}');`;
const hangingOnMoney = [
  'alerts',
  'allocations',
  'checkouts',
  'dead_mails',
  'disputes',
  'donation_links',
  'donations',
  'ledger_entries',
  'nominations',
  'payment_events',
  'public_pages',
  'refunds',
  'update_recipients',
  'updates',
];

/** Every row of every table that names something of it. */
async function realRows(db: Db): Promise<Record<string, unknown[]>> {
  const tables = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(one)::text as row from ${sql.table(name)} one
      where to_jsonb(one)::text like '%-00000000005_"%' order by 1`.execute(db);
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

describe.runIf(isRelease)('a site that went live with an older version', () => {
  test('loses the test money at its next start, and no cent of real money', async () => {
    await using connection = await aConnection();
    const migrations = await readMigrations();
    const later = migrations.findIndex(({ name }) => name.startsWith('0017'));
    await migrate(connection, { migrations: migrations.slice(0, later) });
    await connection.scriptTransaction((script) => script.run(mixedFilling));
    await migrate(connection);
    await connection.scriptTransaction((script) => script.run(realFilling));
    const { db } = connection;
    const config = readConfig({ TEAM_EMAIL: 'team@example.org' });
    const boss = await startJobQueue(connection, queues, () => {}, { schedule: false });
    const mailer = createMailer(boss, config, await openSettings(db, config), teamAddresses);

    // Whatever is mixed already is found, and what is real cannot become a trial.
    const mixedUp = (await checkLedger(db)).map(({ check, id }) => [check, id]);
    expect(mixedUp).toEqual([['donation: real and test money apart', testDonation]]);
    const trial = createTestProvider(config);
    await expect(openBooks(db, trial, mailer)).rejects.toThrow('holds real donations');

    const settings = { secretKey: 'sk_live_1', webhookSecrets: ['whsec'], apiBase: null };
    const live = createStripeProvider(settings, 'https://give.example');
    const real = await realRows(db);
    expect(Object.keys(real)).toEqual(expect.arrayContaining(hangingOnMoney));
    expect(await openBooks(db, live, mailer)).toEqual([
      'This site takes real payments now. 1 donation of test money ($50.00 in total) from before was taken out of the books; it is listed under Test Donations. 1 expense paid partly with test money was undone: please record it again. 1 public page was taken offline: publish again what is true.',
    ]);
    expect(await checkLedger(db)).toEqual([]);
    expect(await realRows(db)).toEqual(real);
    // What was written about real money stays public, and only its donors get it.
    const updates = db
      .selectFrom('updates')
      .select(sql<boolean>`published_at is null`.as('isDraft'));
    expect(await updates.execute()).toEqual([{ isDraft: false }, { isDraft: false }]);
    const recipients = db.selectFrom('updateRecipients').select('email').orderBy('email');
    expect(await recipients.execute()).toEqual([
      { email: 'grace@example.com' },
      { email: 'joan@example.com' },
    ]);
    const keys = db.selectFrom('idempotencyKeys').select('key').orderBy('key');
    expect(await keys.execute()).toEqual([{ key: 'a' }, { key: 'b' }]);
    const ofMixed = db.selectFrom('donations').select(['id', 'allocatedCents']);
    expect(await ofMixed.where('id', '=', donationId.parse(donation)).execute()).toEqual([
      { id: donation, allocatedCents: 4_000 },
    ]);
    const helped = db.selectFrom('nominations').select(['allocatedCents', 'spentCents']);
    expect(await helped.where('id', '=', nominationId.parse(nomination)).execute()).toEqual([
      { allocatedCents: 4_000, spentCents: 2_500 },
    ]);
    const expenses = await db
      .selectFrom('expenses')
      .select(['id', sql<boolean>`undone_at is not null`.as('isUndone')])
      .orderBy('id')
      .execute();
    expect(expenses).toEqual([
      { id: expense, isUndone: false },
      { id: mixed, isUndone: true },
    ]);
    expect(await db.selectFrom('testDonations').select(['id', 'allocations']).execute()).toEqual([
      { id: testDonation, allocations: [{ nominee: 'Maria', amount: 3_000, spentAmount: 0 }] },
    ]);
    // Nobody who tried the form waits for a call.
    expect(await db.selectFrom('volunteerOffers').select('id').execute()).toEqual([]);
    expect(await openBooks(db, live, mailer)).toEqual([]);
    await boss.stop({ graceful: false });
  });

  test('counts a payment whose page is unknown as what was paid last before it', async () => {
    await using connection = await aConnection();
    const migrations = await readMigrations();
    const later = migrations.findIndex(({ name }) => name.startsWith('0017'));
    await migrate(connection, { migrations: migrations.slice(0, later) });
    const checkout = (number: number, day: number, provider: string, session: string | null) =>
      `('${uuid(number)}', 'expired', 100, '${provider}', ${session ? `'${session}'` : 'null'}, '', now(), '2026-01-0${day}')`;
    await connection.scriptTransaction((script) =>
      script.run(`insert into checkouts
        (id, status, amount_cents, provider, session_id, request_hash, expires_at, created_at) values
        ${[
          checkout(1, 1, 'stripe', null),
          checkout(2, 2, 'stripe', 'cs_test_a'),
          checkout(3, 3, 'stripe', null),
          checkout(4, 4, 'stripe', 'cs_live_a'),
          checkout(5, 5, 'stripe', null),
          checkout(6, 6, 'test', null),
        ].join(', ')}`),
    );
    await migrate(connection);
    const rows = await connection.db
      .selectFrom('checkouts')
      .select('isReal')
      .orderBy('id')
      .execute();
    expect(rows.map(({ isReal }) => isReal)).toEqual([true, false, false, true, true, false]);
  });
});

test.runIf(isRelease)(
  'a site keeps its books, its pages, and what was decided when totals, networks, and decisions are added',
  async () => {
    await using connection = await aConnection();
    const migrations = await readMigrations();
    const until = (name: string) =>
      migrations.slice(
        0,
        migrations.findIndex((each) => each.name.startsWith(name)),
      );
    await migrate(connection, { migrations: until('0017') });
    await connection.scriptTransaction((script) => script.run(renamedFilling));
    // As the version before them has it: a public need with a receipt and a photo, and decisions whose mail has left.
    await migrate(connection, { migrations: until('0020') });
    const [photo, completed, rejected, pending] = [41, 42, 43, 44].map(uuid);
    const nominations = [
      `('${completed}', true, false, true)`,
      `('${rejected}', false, true, false)`,
      `('${pending}', false, false, false)`,
    ];
    await connection.scriptTransaction((script) =>
      script.run(`
      insert into public_pages (nomination_id, public_name, summary, story, is_published, published_at)
        values ('${nomination}', 'Warm', '', '', true, now());
      update files set state = 'processing', is_published = true, consent_until = '2031-01-01';
      insert into files (id, nomination_id, kind, bytes, created_by, consent_until)
        values ('${photo}', '${nomination}', 'photo', 1, '${uuid(9)}', '2031-01-01');
      insert into payment_events (provider, event_id, type, outcome, checkout_id)
        values ('stripe', 'evt_1', 'charge.failed', 'noted', '${donation}');
      insert into nominations (id, is_accepted, is_rejected, is_completed, cause_id, nominee, description, first_name,
          last_name, email, phone, zip)
        select id::uuid, is_accepted, is_rejected, is_completed, '${cause}', 'Maria', '', 'Ada', 'Byron',
          'ada@example.com', '1', '1'
        from (values ${nominations.join(', ')}) as decided (id, is_accepted, is_rejected, is_completed);`),
    );
    await migrate(connection);

    const { db } = connection;
    // It compares the totals of causes and pages with the rows.
    expect(await checkLedger(db)).toEqual([]);
    expect(await db.selectFrom('causeTotals').selectAll().execute()).toEqual([
      {
        causeId: cause,
        givenCents: 10_000,
        returnedCents: 0,
        allocatedCents: 4_000,
        deficitCents: 0,
        spentBeforeCents: 0,
        spentCents: 2_500,
        visibleUnspentCents: 1_500,
        provenCents: 2_500,
      },
    ]);
    expect(await db.selectFrom('publicPages').select(['isVisible', 'state']).execute()).toEqual([
      { isVisible: true, state: 'open' },
    ]);
    // A receipt needs no consent, so none ends either; a photo's stays.
    const files = db
      .selectFrom('files')
      .select(['kind', sql<boolean>`consent_until is null`.as('isEndless')]);
    expect(await files.orderBy('id').execute()).toEqual([
      { kind: 'receipt', isEndless: true },
      { kind: 'photo', isEndless: false },
    ]);

    // Payments of before belong to no network.
    expect(await db.selectFrom('checkouts').select(['status', 'network']).execute()).toEqual([
      { status: 'paid', network: null },
    ]);
    expect(await readNetworkRecord(db, Buffer.alloc(16))).toMatchObject({ failedPayments: 0 });
    expect(await readEndedPayments(db)).toMatchObject({ failedPayments: 1 });
    const stored = db.selectFrom('idempotencyKeys').select(['response', 'refusal']).orderBy('key');
    expect(await stored.execute()).toMatchObject([{ refusal: null }, { refusal: null }]);

    // A decision of before has been told, so it cannot be undone.
    const found = await Promise.all(
      [nomination, completed, rejected, pending].map((id) =>
        getNomination(db, { allowed: [] }, nominationId.parse(id)),
      ),
    );
    expect(found.map((each) => [nominationStatus(each), each.lastDecision])).toEqual([
      ['accepted', null],
      ['completed', null],
      ['rejected', null],
      ['pending', null],
    ]);
    const facts = await findDecisionFacts(db, nominationId.parse(rejected));
    expect(facts.knownStatus).toBe('rejected');
  },
);

async function aConnection() {
  const connection = embeddedConnection(await PGlite.create({ extensions }));
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.close() });
}

test.runIf(isRelease)(
  'people who are signed in stay so, and links in emails keep working, when proofs and addresses are added',
  async () => {
    const connection = embeddedConnection(await PGlite.create({ extensions }));
    try {
      const migrations = await readMigrations();
      const later = migrations.findIndex(({ name }) => name.startsWith('0024'));
      await migrate(connection, { migrations: migrations.slice(0, later) });
      const user = uuid(1);
      const filled = `
      insert into users (id, first_name, last_name, email) values ('${user}', 'Ada', 'Byron', 'ada@example.org');
      insert into sessions (id, token_hash, user_id, expires_at)
        values ('${uuid(2)}', '\\x01', '${user}', now() + interval '1 hour');
      insert into known_networks (key, expires_at) values ('\\x02', now() + interval '1 day');
      insert into account_tokens (token_hash, purpose, user_id, expires_at)
        values ('\\x03', 'reset', '${user}', now() + interval '1 hour');`;
      await connection.scriptTransaction((script) => script.run(filled));
      await migrate(connection);
      const { db } = connection;
      expect(await db.selectFrom('sessions').select(['userId', 'unprovenCents']).execute()).toEqual(
        [{ userId: user, unprovenCents: 0 }],
      );
      expect(await db.selectFrom('accountTokens').select('purpose').execute()).toEqual([
        { purpose: 'reset' },
      ]);
    } finally {
      await connection.close();
    }
  },
);

test.runIf(isRelease)(
  'offers of time that came with donations become a list, one for each donor',
  async () => {
    await using connection = await aConnection();
    const migrations = await readMigrations();
    const later = migrations.findIndex(({ name }) => name.startsWith('0041'));
    await migrate(connection, { migrations: migrations.slice(0, later) });
    const [often, never, once] = [71, 72, 73].map(uuid);
    const gift = (id: string, donor: string | undefined, day: string, offersTime: boolean) => `
    insert into checkouts (id, status, cause_id, amount_cents, provider, request_hash, expires_at, is_real)
      values ('${id}', 'paid', '${cause}', 500, 'test', '', now(), false);
    insert into donations (id, created_at, donor_id, payment_intent_id, cause_id, amount_cents, description,
        is_available_to_volunteer_time, first_name, last_name, email, phone, zip, is_real)
      values ('${id}', '${day}', '${donor}', 'pi_${id}', '${cause}', 500, '', ${offersTime}, 'Joan', 'Clarke',
        'joan@example.com', '555-${day}', '1', false);`;
    const filled = `
    insert into causes (id, name) values ('${cause}', 'Heating');
    insert into donors (id, first_name, last_name, email) values ('${often}', 'Joan', 'Clarke', 'joan@example.com'),
      ('${never}', 'Ada', 'Byron', 'ada@example.com'), ('${once}', 'Grace', 'Hopper', 'grace@example.com');
    ${gift(uuid(81), often, '2026-01-01', false)}
    ${gift(uuid(82), often, '2026-01-03', true)}
    ${gift(uuid(83), often, '2026-01-02', true)}
    ${gift(uuid(84), never, '2026-01-04', false)}
    ${gift(uuid(85), once, '2026-01-05', true)}`;
    await connection.scriptTransaction((script) => script.run(filled));
    await migrate(connection);
    const { db } = connection;
    const offers = db
      .selectFrom('volunteerOffers')
      .select(['donationId', 'donorId', 'state', 'phone', 'createdAt'])
      .orderBy('createdAt');
    expect(await offers.execute()).toEqual([
      {
        donationId: uuid(83),
        donorId: often,
        state: 'new',
        phone: '555-2026-01-02',
        createdAt: '2026-01-02T00:00:00.000Z',
      },
      expect.objectContaining({ donationId: uuid(85), donorId: once }),
    ]);
  },
);

test('donations of before are paid online, on the day that it was where the charity is', async () => {
  const filled = (settings: string) => `
    insert into causes (id, name) values ('${cause}', 'Heating');
    insert into donors (id, first_name, last_name, email) values ('${uuid(71)}', 'Ada', 'Byron', 'ada@example.com');
    insert into checkouts (id, status, cause_id, amount_cents, provider, request_hash, expires_at, is_real)
      values ('${donation}', 'paid', '${cause}', 500, 'stripe', '', now(), false);
    insert into donations (id, created_at, donor_id, payment_intent_id, cause_id, amount_cents, description,
        is_available_to_volunteer_time, first_name, last_name, email, phone, zip, is_real)
      values ('${donation}', '2026-01-01T03:00:00Z', '${uuid(71)}', 'pi_1', '${cause}', 500, '', false, 'Ada', 'Byron',
        'ada@example.com', '1', '1', false);
    ${settings}`;
  const saved = `insert into settings_versions (id, version, actor, before, after)
    values ('${uuid(72)}', 1, 'system', '{}', '{"timeZone": "Pacific/Honolulu"}');`;
  const migrations = await readMigrations();
  const later = migrations.findIndex(({ name }) => name.startsWith('0045'));
  const dayIn = async (settings: string, timeZone?: string) => {
    await using connection = await aConnection();
    await migrate(connection, { migrations: migrations.slice(0, later) });
    await connection.scriptTransaction((script) => script.run(filled(settings)));
    await migrate(connection, timeZone === undefined ? {} : { timeZone });
    const columns = ['source', 'checkoutId', 'provider', 'receivedOn'] as const;
    const row = await connection.db
      .selectFrom('donations')
      .select(columns)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ source: 'online', checkoutId: donation, provider: 'stripe' });
    return row.receivedOn;
  };
  expect(await dayIn('')).toBe('2026-01-01');
  if (isRelease) {
    expect(await dayIn('', 'America/New_York')).toBe('2025-12-31');
    expect(await dayIn('', 'Nowhere/At_All')).toBe('2026-01-01');
  }
  expect(await dayIn(saved, 'Pacific/Auckland')).toBe('2025-12-31');
});

test('a database from before amounts had a currency is in dollars, with the hashes that it had', async () => {
  await using connection = await aConnection();
  const migrations = await readMigrations();
  const before = (prefix: string) =>
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name.startsWith(prefix)),
    );
  await migrate(connection, { migrations: before('0017') });
  await connection.scriptTransaction((script) => script.run(renamedFilling));
  await migrate(connection, { migrations: before('0046') });
  const { db } = connection;
  const hashes = () =>
    sql<{ hash: string }>`select encode(hash, 'hex') as hash from ledger_entries order by id`
      .execute(db)
      .then(({ rows }) => rows.map(({ hash }) => hash));
  const old = await hashes();
  expect(old).toHaveLength(3);
  await migrate(connection);

  expect(await checkLedger(db)).toEqual([]);
  expect(await hashes()).toEqual(old);
  for (const table of ['books', 'checkouts', 'donations', 'allocations', 'expenses'] as const) {
    const rows = await db.selectFrom(table).select('currency').execute();
    expect([table, rows]).toEqual([table, [{ currency: 'USD' }]]);
  }
  await expect(openCurrency(db, { currency: 'JPY' })).rejects.toThrow('CURRENCY=USD');
});
