import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { unsealed } from '#server/operations/backup/archive.ts';
import { NoKeyError, ownKeyPath, readKeyFile } from '#server/operations/backup/backup-key.ts';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { queues } from '#server/workers.ts';
import { runCommand, say } from './support/command.ts';

/**
 * `npm run restore -- FILE --key KEY`: restores a backup into an empty data folder and, with a database server, an
 * empty database. `--unsealed` instead of the key accepts one from before backups were encrypted.
 */

const usage = 'Name the backup and the file with its key: npm run restore -- FILE --key KEY';

await runCommand(async (config) => {
  const { positionals, values } = readArguments();
  const [path] = positionals;
  if (path === undefined) throw new NoKeyError(usage);
  say('Reading the backup, then restoring it …');
  const keys = values.unsealed ? unsealed : await readKeys(values.key, config.dataDir);
  const { manifest, differences, erased } = await restoreBackup(
    config,
    resolve(path),
    keys,
    queues,
  );
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  if (differences.length > 0) {
    say(
      `The backup was restored as it was, but the ledger has ${differences.length} differences: run npm run check-ledger.`,
    );
    process.exitCode = 1;
    return;
  }
  if (erased > 0) {
    say(`Erased again whoever was erased after the backup was made: ${erased}.`);
  }
  say(
    `Restored ${rows} rows as of ${manifest.createdAt}; the ledger is correct. Start the site with npm start. Everyone has to sign in again, and no email is sent until an administrator resumes it.`,
  );
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' }, unsealed: { type: 'boolean' } },
    });
  } catch (error) {
    throw new NoKeyError(`${(error as Error).message} ${usage}`);
  }
}

function readKeys(given: string | undefined, dataDir: string) {
  if (given !== undefined) return readKeyFile(resolve(given));
  if (existsSync(ownKeyPath(dataDir))) return readKeyFile(ownKeyPath(dataDir));
  throw new NoKeyError(`A backup is encrypted. ${usage}`);
}
