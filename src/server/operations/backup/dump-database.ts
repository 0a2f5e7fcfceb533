import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { type Column, columnsOf, identifier, tablesIn } from '#server/operations/backup/tables.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { jobTable } from '#server/platform/jobs/job-table.ts';

/* Writes the rows of the database into a backup. */

/** What a dump contains besides the rows. */
export interface Dump {
  migrations: { name: string; sha256: string }[];
  tables: Record<string, number>;
  sequences: Record<string, number>;
}

// One of our rows is at most some ten kilobytes.
const rowsAtOnce = 1_000;

/**
 * Writes every table into a file of its own in a folder, one row per line: a JSON object with each value as
 * PostgreSQL writes it. All tables are from the same moment. The embedded database and the server write the same
 * format, so that either can be restored from the other.
 *
 * This is the one place where files are written inside a transaction, because all rows must be from the same
 * moment. A database server keeps serving others meanwhile; the embedded database does not (about a second for
 * 20,000 rows).
 */
export async function dumpDatabase(db: Db, folder: string): Promise<Dump> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      for (const setting of [
        'statement_timeout = 0',
        "timezone = 'UTC'",
        "datestyle = 'ISO, YMD'",
        "bytea_output = 'hex'",
      ]) {
        await sql.raw(`set local ${setting}`).execute(trx);
      }
      const tables: Record<string, number> = {};
      for (const table of await tablesIn(trx)) {
        tables[table] = await dumpTable(trx, table, `public.${identifier(table)}`, '', folder);
      }
      if (await hasJobs(trx)) {
        // What still has to be done, or failed: mainly mail.
        const open = "where state in ('created', 'retry', 'active', 'failed') and name !~ '^__'";
        tables[jobTable] = await dumpTable(trx, jobTable, jobTable, open, folder);
      }
      const sequences = await sql<{ name: string; value: number | null }>`
        select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'
      `.execute(trx);
      const migrations = await sql<{ name: string; sha256: string }>`
        select name, sha256 from schema_migrations order by name
      `.execute(trx);
      return {
        migrations: migrations.rows,
        tables,
        sequences: Object.fromEntries(
          sequences.rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
        ),
      };
    });
}

async function dumpTable(
  trx: Trx,
  name: string,
  table: string,
  where: string,
  folder: string,
): Promise<number> {
  const columns = (await columnsOf(trx, table))
    .map((column) => `${textOf(column, name)} as ${identifier(column.name)}`)
    .join(', ');
  await sql
    .raw(
      `declare dump no scroll cursor for select row_to_json(dumped)::text as line from (select ${columns} from ${table} ${where}) as dumped`,
    )
    .execute(trx);
  const file = createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 });
  let count = 0;
  for (;;) {
    const { rows } = await sql<{
      line: string;
    }>`${sql.raw(`fetch ${rowsAtOnce} from dump`)}`.execute(trx);
    if (rows.length === 0) break;
    count += rows.length;
    if (!file.write(`${rows.map(({ line }) => line).join('\n')}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  await sql.raw('close dump').execute(trx);
  return count;
}

function textOf({ name }: Column, table: string): string {
  const text = `${identifier(name)}::text`;
  // No worker has a job after a restore: jobs that were active have to run again.
  return table === jobTable && name === 'state' ? `replace(${text}, 'active', 'retry')` : text;
}

async function hasJobs(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${jobTable}) is not null as found
  `.execute(trx);
  return rows[0]?.found ?? false;
}
