import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createStripeProvider } from '#server/giving/payment-provider/stripe.ts';
import { createTestProvider } from '#server/giving/payment-provider/test-provider.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openBooks } from '#server/operations/test-donations/commands.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { readConfig } from '#server/platform/config.ts';
import { embeddedConnection, readers } from '#server/platform/db/connect.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { queues } from '#server/workers.ts';

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

test('a database that was filled before its tables were renamed keeps every row', async () => {
  const connection = embeddedConnection(await PGlite.create({ parsers: readers }));
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
});

describe('a site that went live with an older version', () => {
  const [testDonation, testAllocation, mixed, mixedReceipt] = [21, 22, 23, 24].map(uuid);

  /** The same as above with the names of migration 0016, paid with real money, and test money beside it. */
  const mixedFilling = `
    ${filling
      .replaceAll("'test', '', now()", "'stripe', '', now()")
      .replaceAll('spendings', 'expenses')
      .replaceAll('spending_receipts', 'expense_receipts')
      .replaceAll('spending_id', 'expense_id')
      .replaceAll('purpose, proof)', 'purpose, receipt_kind)')
      .replaceAll('actor, cause)', 'actor, source)')
      .replaceAll('gift_links', 'donation_links')
      .replaceAll('used_proofs', 'used_challenges')}
    update checkouts set session_id = 'cs_live_1';
    insert into checkouts (id, status, cause_id, amount_cents, provider, session_id, request_hash, expires_at)
      values ('${testDonation}', 'paid', '${cause}', 5000, 'stripe', 'cs_test_1', '', now());
    insert into donations (id, payment_intent_id, cause_id, amount_cents, allocated_cents, description,
        is_available_to_volunteer_time, first_name, last_name, email, phone, zip)
      values ('${testDonation}', 'pi_2', '${cause}', 5000, 3000, '', false, 'Test', 'Donor', 'test@example.com', '1', '1');
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

  test('loses the test money at its next start, and no cent of real money', async () => {
    await using connection = await aConnection();
    const migrations = await readMigrations();
    const later = migrations.findIndex(({ name }) => name.startsWith('0017'));
    await migrate(connection, { migrations: migrations.slice(0, later) });
    await connection.scriptTransaction((script) => script.run(mixedFilling));
    await migrate(connection);
    const { db } = connection;
    const config = readConfig({ TEAM_EMAIL: 'team@example.org' });
    const boss = await startJobQueue(connection, queues, () => {}, { schedule: false });
    const mailer = createMailer(boss, config, teamAddresses);

    // Whatever is mixed already is found, and what is real cannot become a trial.
    const mixedUp = (await checkLedger(db)).map(({ check, id }) => [check, id]);
    expect(mixedUp).toEqual([['donation: real and test money apart', testDonation]]);
    const trial = createTestProvider(config);
    await expect(openBooks(db, trial, mailer)).rejects.toThrow('holds real donations');

    const settings = { secretKey: 'sk_live_1', webhookSecrets: ['whsec'], apiBase: null };
    const live = createStripeProvider(settings, 'https://give.example');
    expect(await openBooks(db, live, mailer)).toEqual([
      'This site takes real payments now. 1 donation of test money ($50.00 in total) from before was taken out of the books; it is listed under Test Donations. 1 expense paid partly with test money was undone: please record it again. 1 public page was taken offline: publish again what is true.',
    ]);
    expect(await checkLedger(db)).toEqual([]);
    expect(await db.selectFrom('donations').select(['id', 'allocatedCents']).execute()).toEqual([
      { id: donation, allocatedCents: 4_000 },
    ]);
    expect(
      await db.selectFrom('nominations').select(['allocatedCents', 'spentCents']).execute(),
    ).toEqual([{ allocatedCents: 4_000, spentCents: 2_500 }]);
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

async function aConnection() {
  const connection = embeddedConnection(await PGlite.create({ parsers: readers }));
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.close() });
}

test('people who are signed in stay so, and links in emails keep working, when proofs and addresses are added', async () => {
  const connection = embeddedConnection(await PGlite.create({ parsers: readers }));
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
    expect(await db.selectFrom('sessions').select(['userId', 'unprovenCents']).execute()).toEqual([
      { userId: user, unprovenCents: 0 },
    ]);
    expect(await db.selectFrom('accountTokens').select('purpose').execute()).toEqual([
      { purpose: 'reset' },
    ]);
  } finally {
    await connection.close();
  }
});
