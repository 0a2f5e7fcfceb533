import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { embeddedConnection, readers } from '#server/platform/db/connect.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';

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
