import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Connection } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { openTestDatabase } from '#test/support/database.ts';

/** A database that a worker keeps from one test file to the next. */
export interface WorkerDatabase {
  connection: Connection;
  /**
   * Empties it for the next file, once no job is running anymore: none is if the queue was `stopped`, whatever it has noted.
   * Returns whether it is as it was at first: a file that leaves other tables or triggers behind has spoiled it for the
   * others.
   */
  empty(stopped?: 'stopped'): Promise<boolean>;
}

/** What the job queue knows about itself, and what migrations have run: no test leaves anything else there. */
const kept = ['schema_migrations', 'version', 'queue', 'schedule'];

/** A table with a single row or few that migrations have filled, as JSON. */
interface Filled {
  table: string;
  rows: string;
}

/** Opens a copy of the template, which {@link WorkerDatabase.empty} returns to that state faster than another copy is made. */
export async function openWorkerDatabase(): Promise<WorkerDatabase> {
  const connection = await openTestDatabase();
  const { db } = connection;
  const filled: Filled[] = [];
  for (const { table } of await writtenTables(db)) {
    const { rows } = await sql<Filled>`
      select ${table} as table, jsonb_agg(t)::text as rows
      from ${sql.raw(table)} as t having count(*) > 0`.execute(db);
    filled.push(...rows);
  }
  const shape = await shapeOf(db);
  return {
    connection,
    async empty(stopped) {
      // Jobs take milliseconds, and tell nobody when they end.
      const patience = { timeout: 60_000, interval: 5 };
      await vi.waitUntil(() => emptyBetweenJobs(connection, filled, stopped), patience);
      return (await shapeOf(db)) === shape;
    },
  };
}

/** Returns false while a job is running; no other one begins after it. */
function emptyBetweenJobs(
  connection: Connection,
  filled: Filled[],
  stopped?: 'stopped',
): Promise<boolean> {
  return connection.db.transaction().execute(async (trx) => {
    await sql`lock table pgboss.job in access exclusive mode`.execute(trx);
    await sql`delete from pgboss.job where state <> 'active' or ${stopped !== undefined}`.execute(
      trx,
    );
    const running = await sql`select from pgboss.job where state = 'active' limit 1`.execute(trx);
    if (running.rows.length > 0) return false;
    // The rules that entries are only ever added, and what tables refer to each other, are for everybody else.
    await sql`set local session_replication_role = replica`.execute(trx);
    const written = await writtenTables(trx);
    if (written.length > 0) {
      const tables = written.map(({ table }) => table).join(', ');
      await sql.raw(`truncate ${tables} restart identity cascade`).execute(trx);
    }
    for (const { table, rows } of filled) {
      await sql`
        insert into ${sql.raw(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.raw(table)}, ${rows}::jsonb)`.execute(
        trx,
      );
    }
    return true;
  });
}

/** Tables that have ever held a row since they were last emptied. */
async function writtenTables(db: Db): Promise<{ table: string }[]> {
  const { rows } = await sql<{ table: string }>`
    select format('%I.%I', nspname, relname) as table
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') and pg_relation_size(pg_class.oid) > 0
      and relname <> all(${kept})`.execute(db);
  return rows;
}

/** What tables, columns, and triggers there are. */
async function shapeOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ shape: string }>`
    select concat_ws(' ',
      (select md5(string_agg(oid || relname, ',' order by oid)) from pg_class
        where relkind <> 't' and relnamespace::regnamespace::text in ('public', 'pgboss')),
      (select md5(string_agg(attrelid || attname, ',' order by attrelid, attnum)) from pg_attribute
        where attnum > 0 and not attisdropped),
      (select md5(string_agg(oid || tgenabled::text, ',' order by oid)) from pg_trigger),
      (select md5(string_agg(oid::text, ',' order by oid)) from pg_constraint)
    ) as shape`.execute(db);
  return rows[0]?.shape;
}
