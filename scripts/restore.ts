import { resolve } from 'node:path';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { queues } from '#server/workers.ts';
import { argument, runCommand, say } from './support/command.ts';

/**
 * `npm run restore -- FILE`: restores a backup into an empty data folder and, with a database server, an empty
 * database.
 */

const path = resolve(argument('Name the backup: npm run restore -- FILE'));

await runCommand(async (config) => {
  say('Reading the backup, then restoring it …');
  const { manifest, differences } = await restoreBackup(config, path, queues);
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  if (differences.length > 0) {
    say(
      `The backup was restored as it was, but the ledger has ${differences.length} differences: run npm run check-ledger.`,
    );
    process.exitCode = 1;
    return;
  }
  say(
    `Restored ${rows} rows as of ${manifest.createdAt}; the ledger is correct. Start the site with npm start. Everyone has to sign in again, and no email is sent until an administrator resumes it.`,
  );
});
