import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '#server/config.ts';
import { DataDirInUseError } from '#server/db/lock-data-dir.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { connect, DatabaseUnreachableError } from '#server/start.ts';

/** Proves that every balance equals the ledger; exit 1 and a table of differences where one does not. */

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const connection = await connect(readConfig());
  const differences = await checkLedger(connection.db);
  await connection.close();
  if (differences.length === 0) {
    process.stdout.write('The ledger is right: every balance equals its entries.\n');
  } else {
    for (const { check, id, balance, entries } of differences) {
      process.stdout.write(`${check}  ${id}  balance ${balance}, entries ${entries}\n`);
    }
    process.stdout.write(`The ledger has ${differences.length} differences.\n`);
    process.exitCode = 1;
  }
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof DataDirInUseError ||
    error instanceof DatabaseUnreachableError;
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
