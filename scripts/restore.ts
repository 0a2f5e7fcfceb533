import { resolve } from 'node:path';
import { restoreBackup } from '#server/operations/backup/restore-backup.ts';
import { queues } from '#server/workers.ts';
import { argument, runCommand, say } from './support/command.ts';

/** `npm run restore -- FILE`: puts a backup into an empty data folder and, where there is one, an empty database. */

const path = resolve(argument('Say which backup: npm run restore -- FILE'));

await runCommand(async (config) => {
  say('Reading the backup, then restoring it …');
  const { manifest, differences } = await restoreBackup(config, path, queues);
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  if (differences.length > 0) {
    say(
      `Restored as it was, but the ledger has ${differences.length} differences: run npm run check-ledger.`,
    );
    process.exitCode = 1;
    return;
  }
  say(
    `Restored ${rows} rows as of ${manifest.createdAt}; the ledger is right. Start the site with npm start. Everybody signs in anew, and no mail leaves until an administrator says so.`,
  );
});
