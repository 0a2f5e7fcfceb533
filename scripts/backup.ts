import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { type ArchiveKeys, keysForArchive } from '#server/operations/backup/backup-key.ts';
import { fetchBackup } from '#server/operations/backup/control-socket.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import type { Config } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { markName } from '#server/platform/storage/storage.ts';
import { argument, runCommand, say } from './support/command.ts';

/** `npm run backup -- FOLDER`: writes one archive of the database and the uploads, even while the site runs. */

const folder = resolve(argument('Name the folder for the backup: npm run backup -- FOLDER'));

await runCommand(
  async (config) => {
    say('Making a backup …');
    let advice = '';
    const { path, bytes, manifest } = await storeArchive(folder, 'manual', async (output) => {
      const keys = await backUp(config, output);
      advice = keys.advice;
      return keys.check;
    });
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    const files = Object.keys(manifest.parts).filter(
      (name) => name.startsWith('files/') && name !== `files/${markName}`,
    ).length;
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
    say(
      `The backup is complete: ${rows} rows and ${files} ${files === 1 ? 'file' : 'files'}, ${size}, in ${path}`,
    );
    say(advice);
  },
  { needsDatabase: true },
);

async function backUp(
  config: Config,
  output: Writable,
): Promise<Pick<ArchiveKeys, 'check' | 'advice'>> {
  const connection = await openDatabase(config).catch((error) => {
    if (error instanceof DataDirInUseError) return null;
    throw error;
  });
  // A running server uses it: the server makes the backup, and we save it.
  if (!connection) return fetchBackup(config.dataDir, output);
  try {
    const keys = await keysForArchive(config);
    await writeBackup(connection, config.dataDir, output, keys);
    return keys;
  } finally {
    await connection.close();
  }
}
