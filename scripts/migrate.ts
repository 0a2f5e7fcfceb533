import { openDatabase } from '#server/platform/db/connect.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { readOptions, runCommand, say } from './support/command.ts';

/**
 * `npm run migrate`: upgrades the database and gives the server's role its rights, so that the server itself does not
 * have to know the owner's password.
 */

readOptions({}, 'Type npm run migrate.');
await runCommand(
  async (config) => {
    const connection = await openDatabase(config);
    try {
      const applied = await upgradeDatabase(config, connection);
      const done =
        applied.length === 0 ? 'was up to date' : `is up to date (${applied.join(', ')})`;
      const rights =
        config.databaseOwnerUrl === null ? '' : ', and the server’s role has its rights';
      say(`The database ${done}${rights}.`);
    } finally {
      await connection.close();
    }
  },
  { needsDatabase: true },
);
