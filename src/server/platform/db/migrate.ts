import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Connection, ScriptRunner } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { ExplainedError } from '#server/platform/errors.ts';

/*
 * Applies migrations; `migrations/` has the tables, constraints, triggers, and kept counts. None ever had the number 0009.
 */

const migrationsDir = fileURLToPath(new URL('../../../../migrations/', import.meta.url));

// Any fixed number: the process that holds it is the only one migrating this database.
const migrationLock = 7_309_112_023;

/** A file of `migrations/`. */
export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** The database does not match the files of `migrations/`; the message says how and what to do. */
export class MigrationError extends ExplainedError {}

/** The files of `migrations/`, in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${migrationsDir}${name}`, 'utf8');
      // Git may write line endings in the system's style, which is not a change.
      const sha256 = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
      return { name, sql, sha256 };
    }),
  );
}

/** How the migrations of a database and those of this version differ. */
export async function compareMigrations(db: Db): Promise<'same' | 'older' | 'newer'> {
  const known = (await readMigrations()).map(({ name }) => name);
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const there = rows.map(({ name }) => name);
  if (there.some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => there.includes(name)) ? 'same' : 'older';
}

/**
 * Applies the migrations that this database does not have yet, in order, all in one transaction. Returns the
 * names of those applied. `beforeChange` runs before a change to a database that has been in use; `timeZone` is that of
 * the charity as long as no settings are saved, and tells the day of a moment.
 */
export async function migrate(
  connection: Connection,
  {
    migrations,
    beforeChange = async () => {},
    timeZone = 'UTC',
  }: { migrations?: Migration[]; beforeChange?: () => Promise<void>; timeZone?: string } = {},
): Promise<string[]> {
  const files = migrations ?? (await readMigrations());
  const { applied, pending } = await connection.scriptTransaction((script) =>
    compare(script, files),
  );
  if (pending.length === 0) return [];
  if (applied > 0) await beforeChange();
  return connection.scriptTransaction(async (script) => {
    await script.run("select set_config('everycent.time_zone', $1, true)", [timeZone]);
    return applyMigrations(script, files);
  });
}

/** Applies pending migrations in the caller's transaction. */
export async function applyMigrations(script: ScriptRunner, files: Migration[]): Promise<string[]> {
  const { pending } = await compare(script, files);
  for (const { name, sql, sha256 } of pending) {
    await script.run(sql);
    await script.run('insert into schema_migrations (name, sha256) values ($1, $2)', [
      name,
      sha256,
    ]);
  }
  return pending.map(({ name }) => name);
}

/** Changes nothing if everything is there: a role that does not own the table may look, too. */
async function prepareList(script: ScriptRunner): Promise<void> {
  const { rows } = await script.run(
    "select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'sha256'",
  );
  if (rows.length > 0) return;
  await script.run(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  await script.run('alter table schema_migrations add column if not exists sha256 text');
}

/**
 * The migrations that the database has. Waits for a process that is migrating it. Throws MigrationError if it
 * cannot be migrated.
 */
async function compare(
  script: ScriptRunner,
  files: Migration[],
): Promise<{ applied: number; pending: Migration[] }> {
  await script.run(`select pg_advisory_xact_lock(${migrationLock})`);
  await prepareList(script);
  const { rows } = await script.run('select name, sha256 from schema_migrations order by name');
  const sums = new Map(rows.map(({ name, sha256 }) => [String(name), sha256 as string | null]));
  for (const { name, sha256 } of files) {
    const known = sums.get(name);
    if (known === undefined || known === sha256) continue;
    if (known !== null) {
      throw new MigrationError(
        `migrations/${name} has been changed since it was applied to this database. Put the file back as it was; a change to the database is a new file.`,
      );
    }
    // Applied before checksums were recorded.
    await script.run('update schema_migrations set sha256 = $1 where name = $2', [sha256, name]);
  }
  const unknown = [...sums.keys()].filter((name) => !files.some((file) => file.name === name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `This database has been used with a newer version of this software (it knows ${unknown.join(', ')}). Install that version again, or restore a backup made before it.`,
    );
  }
  const pending = files.filter(({ name }) => !sums.has(name));
  return { applied: sums.size, pending };
}
