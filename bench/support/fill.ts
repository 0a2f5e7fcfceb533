import { type RawBuilder, sql } from 'kysely';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { withoutTimeLimit } from '#server/platform/db/silence.ts';

const causes = 10;

interface Amounts {
  donations: number;
  /** Cents of each donation. */
  amount: number;
  /** One in this many donations has money left; the others are allocated to the last cent. 1: all of them. */
  availableEvery: number;
}

/** Fills a database with donations, nominations, and their ledger in a few statements. Ids are always the same. */
export async function fill(db: Db, { donations, amount, availableEvery }: Amounts): Promise<void> {
  const nominations = Math.max(causes, Math.round(donations / 10));
  const one = sql.raw(`from generate_series(0, ${donations - 1}) as n`);
  const allocated = sql`${one} where n % ${sql.lit(availableEvery)} <> 0`;
  // UUIDv7 as the server creates them, so that rows are placed in the indexes as they would be.
  const id = (what: string, n = 'n') =>
    sql.raw(`(lpad(to_hex(1790000000000 - (${n})::bigint * 300000), 12, '0') || '7'
      || substr(md5('${what} ' || (${n})), 1, 3) || '8' || substr(md5('${what} ' || (${n})), 4, 15))::uuid`);
  const cents = sql.lit(amount);
  const moment = sql`now() - n * interval '5 minutes'`;
  // A donation and the nomination it goes to have the same number modulo 10, and so the same cause.
  const nomination = id('nomination', `n % ${nominations}`);
  const contact = sql`'Grace', 'Hopper', 'grace@example.com', '555-0100', '10001'`;

  await write(
    db,
    sql`insert into causes (id, name)
    select ${id('cause')}, 'Cause ' || n from generate_series(0, ${sql.lit(causes - 1)}) as n`,
  );
  await write(
    db,
    sql`insert into checkouts (id, status, cause_id, amount_cents, provider, is_real, request_hash, expires_at)
    select ${id('donation')}, 'paid', ${id('cause', `n % ${causes}`)}, ${cents}, 'test', false, '', now() ${one}`,
  );
  await write(
    db,
    sql`insert into donors (id, created_at, last_donation_at, first_name, last_name, email)
    select ${id('donor')}, ${moment}, ${moment}, 'Grace', 'Hopper', 'grace' || n || '@example.com' ${one}`,
  );
  await write(
    db,
    sql`insert into donations (id, source, checkout_id, provider, received_on, donor_id, created_at, payment_intent_id, cause_id, amount_cents, allocated_cents,
      is_real, description, is_available_to_volunteer_time, first_name, last_name, email, phone, zip)
    select ${id('donation')}, 'online', ${id('donation')}, 'test', (${moment})::date, ${id('donor')}, ${moment}, 'pi_' || n, ${id('cause', `n % ${causes}`)}, ${cents},
      case when n % ${sql.lit(availableEvery)} = 0 then 0 else ${cents} end, false, '', n % 3 = 0, ${contact} ${one}`,
  );
  await write(
    db,
    sql`insert into nominations (id, created_at, cause_id, nominee, description,
      first_name, last_name, email, phone, zip, is_accepted, allocated_cents)
    select ${id('nomination')}, ${moment}, ${id('cause', `n % ${causes}`)}, 'Nominee ' || n,
      'Needs help.', ${contact}, true,
      ${cents} * (select count(*) from generate_series(n, ${sql.lit(donations - 1)}, ${sql.lit(nominations)}) as d
        where d % ${sql.lit(availableEvery)} <> 0)
    from generate_series(0, ${sql.lit(nominations - 1)}) as n`,
  );
  await write(
    db,
    sql`insert into allocations (id, donation_id, nomination_id, amount_cents, created_at)
    select ${id('allocation')}, ${id('donation')}, ${nomination}, ${cents}, ${moment} ${allocated}`,
  );
  await write(
    db,
    sql`insert into ledger_entries (id, created_at, kind, donation_id,
      from_place, to_place, amount_cents, actor, source)
    select ${id('payment')}, ${moment}, 'payment', ${id('donation')},
      'outside', 'waiting', ${cents}, 'system', 'bench' ${one}`,
  );
  await write(
    db,
    sql`insert into ledger_entries (id, created_at, kind, donation_id, nomination_id, allocation_id,
      from_place, to_place, amount_cents, actor, source)
    select ${id('move')}, ${moment}, 'allocation', ${id('donation')}, ${nomination}, ${id('allocation')},
      'waiting', 'allocated', ${cents}, 'system', 'bench' ${allocated}`,
  );
  await vacuum(db);

  const differences = await checkLedger(db);
  if (differences.length > 0) throw new Error(`Filled wrongly: ${JSON.stringify(differences[0])}`);
}

/** Runs a statement that may take longer than the server would let it. */
export function write(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql.raw(withoutTimeLimit).execute(trx);
    await statement.execute(trx);
  });
}

/** Brings the tables to the state that they have on a site, which moves money in many small transactions. */
export async function vacuum(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    // A statement that moves a million amounts leaves as many dead versions of these few rows, all in front of the
    // living ones. With a transaction for each amount, the next one reuses the place of the last one.
    await sql`vacuum full cause_totals`.execute(connection);
    // One by one: a connection ends that says nothing for as long as all of them take.
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(connection);
    for (const { name } of rows) await sql`vacuum analyze ${sql.table(name)}`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
}
