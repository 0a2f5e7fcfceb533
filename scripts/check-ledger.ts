import { checkLedger } from '#server/ledger/check-ledger.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { readOptions, runCommand, say } from './support/command.ts';

/**
 * Proves that every balance equals the ledger, and that every entry fits its running hash; otherwise, exits with 1 and a
 * table of differences.
 */

readOptions({}, 'Type npm run check-ledger.');
await runCommand(
  async (config) => {
    const connection = await openDatabase(config);
    const differences = await checkLedger(connection.db);
    await connection.close();
    if (differences.length === 0) {
      say(
        'The ledger is correct: every balance equals its entries, and every entry fits its hash. An owner of the database could have computed hashes anew; decision 18 says what this check cannot find.',
      );
      return;
    }
    for (const { check, id, balance, entries } of differences) {
      say(`${check}  ${id}  balance ${balance}, entries ${entries}`);
    }
    say(`The ledger has ${differences.length} differences.`);
    process.exitCode = 1;
  },
  { needsDatabase: true },
);
