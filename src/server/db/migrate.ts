import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Connection } from '#server/db/connect.ts';

const migrationsDir = fileURLToPath(new URL('../../../migrations/', import.meta.url));

// Any fixed number: whoever holds it is the only one migrating this database.
const migrationLock = 7_309_112_023;

/**
 * Applies the files of `migrations/` that this database has not seen, in order of their names, each
 * once, all in one transaction. Returns the names applied.
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const files = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort();
  return connection.scriptTransaction(async (script) => {
    await script.run(`select pg_advisory_xact_lock(${migrationLock})`);
    await script.run(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await script.run('select name from schema_migrations');
    const applied = new Set(rows.map((row) => row.name));
    const pending = files.filter((name) => !applied.has(name));
    for (const name of pending) {
      await script.run(await readFile(`${migrationsDir}${name}`, 'utf8'));
      await script.run(`insert into schema_migrations (name) values ('${name}')`);
    }
    return pending;
  });
}
