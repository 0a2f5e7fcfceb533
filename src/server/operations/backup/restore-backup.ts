import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkLedger, type LedgerDifference } from '#server/ledger/check-ledger.ts';
import { type Manifest, readArchive, unsealed } from '#server/operations/backup/archive.ts';
import { type ReadingKey, sealKeyOf } from '#server/operations/backup/backup-key.ts';
import {
  finishTables,
  loadTable,
  migrationsOf,
  prepareTables,
} from '#server/operations/backup/load-database.ts';
import { pauseMail } from '#server/operations/outbox/commands.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type Connection,
  connectEmbedded,
  openDatabaseAsOwner,
} from '#server/platform/db/connect.ts';
import { lockDataDir } from '#server/platform/db/lock-data-dir.ts';
import { type Migration, migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { grantServerRights, roleOf } from '#server/platform/db/server-role.ts';
import { ExplainedError } from '#server/platform/errors.ts';
import { createJobTables } from '#server/platform/jobs/job-queue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { createFolderStorage } from '#server/platform/storage/folder-storage.ts';
import { doubtAfterRestore } from '#server/platform/storage/installation.ts';
import { eraseAgain, readErasures } from '#server/privacy/erasures-file.ts';

/* What a restore does. */

/** The target of a restore is not empty; the message says what to do. */
export class NotEmptyError extends ExplainedError {}

/** A restore was interrupted; the message says what to do. */
export class UnfinishedRestoreError extends ExplainedError {}

// What an otherwise empty data folder may contain: the lock, the keys put back by hand, the backups, and what an
// interrupted restore left behind.
const mayStay =
  /^(server\.(lock|lock-journal|pid)|secret-key|backup-key|backups|erasures\.jsonl|restoring)$/;
const unfinishedName = 'restoring';

/**
 * Throws UnfinishedRestoreError if a restore into this folder has not come to its end. A database server may have the
 * rows already, but not yet that mail waits for an administrator and that nothing is deleted.
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedName))) return;
  throw new UnfinishedRestoreError(
    `A restore into ${dataDir} was interrupted, or is still running. Restore the backup again, into an empty folder and an empty database.`,
  );
}

/**
 * Restores a backup into an empty data folder and, with a database server, an empty database. All or nothing: the
 * archive is read to its end before anything is written, and the database comes last and all at once.
 */
export async function restoreBackup(
  config: Config,
  path: string,
  keys: ReadingKey[] | typeof unsealed,
  queues: JobQueue[],
): Promise<{ manifest: Manifest; differences: LedgerDifference[]; erased: number }> {
  const { dataDir } = config;
  await mkdir(dataDir, { recursive: true });
  const lock = lockDataDir(dataDir);
  const unfinished = join(dataDir, unfinishedName);
  try {
    // First, so that a site whose restore was interrupted still does not start after a refusal.
    await refuseFullFolder(dataDir);
    await rm(unfinished, { recursive: true, force: true });
    const manifest = await readArchive(path, keys);
    const migrations = migrationsOf(manifest, await readMigrations());
    await mkdir(join(unfinished, 'files'), { recursive: true });
    const connection =
      config.databaseUrl === null
        ? await connectEmbedded(unfinished)
        : await openDatabaseAsOwner(config);
    let differences: LedgerDifference[];
    let erased: number;
    try {
      if (config.databaseUrl !== null) await refuseFullDatabase(connection);
      await createJobTables(connection, queues);
      await load(connection, { path, keys, manifest, migrations }, dataDir);
      await migrate(connection, { timeZone: config.defaults.timeZone });
      erased = await eraseAgainIn(connection, config, path, keys);
      await waitForAdministrator(connection);
      await grantRights(connection, config);
      differences = await checkLedger(connection.db);
    } finally {
      await connection.close();
    }
    // If the database is a folder, renaming it to its final name completes the restore.
    if (config.databaseUrl === null) {
      await rename(join(unfinished, 'files'), join(dataDir, 'files'));
      await rename(join(unfinished, 'database'), join(dataDir, 'database'));
    }
    return { manifest, differences, erased };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    lock.release();
  }
}

/** An archive that was read to its end and found genuine. */
interface Archive {
  path: string;
  keys: ReadingKey[] | typeof unsealed;
  manifest: Manifest;
  migrations: Migration[];
}

async function load(
  connection: Connection,
  { path, keys, manifest, migrations }: Archive,
  dataDir: string,
): Promise<void> {
  const unfinished = join(dataDir, unfinishedName);
  await connection.scriptTransaction(async (script) => {
    const immediate = await prepareTables(script, manifest, migrations);
    await readArchive(path, keys, async (name, content) => {
      const [top, ...rest] = name.split('/');
      if (top === 'database') {
        const table = rest.join('/').replace(/\.jsonl$/, '');
        await loadTable(script, table, content, manifest.tables[table]);
      } else {
        await writeFile(join(unfinished, 'files', ...rest), content);
      }
    });
    await finishTables(script, manifest, immediate);
    if (connection.kind === 'postgres') {
      await rename(join(unfinished, 'files'), join(dataDir, 'files'));
    }
  });
}

/**
 * Waiting mail may have been sent since the backup was made, and the live site may still be running beside this
 * copy: nothing is sent or deleted until an administrator has looked.
 */
function waitForAdministrator({ db }: Connection): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await pauseMail(
      trx,
      'A backup was restored, so some of the waiting emails may already have been sent.',
    );
    await doubtAfterRestore(trx);
  });
}

/**
 * Who was erased since the backup was made is erased again before anything is served. The data folder and the folder of
 * the backup each may have the list; the hashes in it are read with the key that opened the backup.
 */
async function eraseAgainIn(
  connection: Connection,
  config: Config,
  path: string,
  keys: ReadingKey[] | typeof unsealed,
): Promise<number> {
  const { dataDir, backupDir, databaseUrl } = config;
  const filed = await readErasures([...new Set([dataDir, backupDir, dirname(path)])]);
  const sealKeys =
    keys === unsealed ? [await sealKeyOf(config)] : keys.map(({ sealKey }) => sealKey);
  const erased = await eraseAgain(connection.db, filed, sealKeys);
  if (erased === 0) return 0;
  // The server deletes no file before somebody has said that it is the live site, and these must not wait.
  const folder = join(databaseUrl === null ? join(dataDir, unfinishedName) : dataDir, 'files');
  const storage = createFolderStorage(folder);
  const discarded = await connection.db.selectFrom('discardedFiles').select('key').execute();
  for (const { key } of discarded) await storage.remove(key);
  return erased;
}

/** If the server signs in with another role than the owner of the tables, it has no rights on them yet. */
async function grantRights(
  connection: Connection,
  { databaseUrl, databaseOwnerUrl }: Config,
): Promise<void> {
  if (databaseUrl === null || databaseOwnerUrl === null) return;
  await connection.scriptTransaction((script) => grantServerRights(script, roleOf(databaseUrl)));
}

async function refuseFullFolder(dataDir: string): Promise<void> {
  const [found] = (await readdir(dataDir)).filter((name) => !mayStay.test(name));
  if (found === undefined) return;
  throw new NotEmptyError(
    `The data folder ${dataDir} is not empty: it contains ${found}. A backup can only be restored into an empty one. Move it away, or set DATA_DIR to a new folder.`,
  );
}

async function refuseFullDatabase({ db }: Connection): Promise<void> {
  const tables = await db.introspection.getTables();
  const [found] = tables.filter(({ schema }) => schema !== 'pgboss');
  if (found === undefined) return;
  throw new NotEmptyError(
    `The database at DATABASE_URL is not empty: it contains the table ${found.name}. A backup can only be restored into an empty one. Create a new database and set DATABASE_URL to it.`,
  );
}

async function writeFile(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
}
