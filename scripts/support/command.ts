import { existsSync } from 'node:fs';
import { BadArchiveError } from '#server/operations/backup/archive.ts';
import { NoKeyError } from '#server/operations/backup/backup-key.ts';
import { NoAnswerError } from '#server/operations/backup/control-socket.ts';
import { NotEmptyError } from '#server/operations/backup/restore-backup.ts';
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts';
import { DatabaseUnreachableError } from '#server/platform/db/connect.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { MigrationError } from '#server/platform/db/migrate.ts';
import { ServerRoleError } from '#server/platform/db/server-role.ts';
import { keepPrivate } from '#server/platform/private-folder.ts';

const expected = [
  BadArchiveError,
  ConfigError,
  DatabaseUnreachableError,
  DataDirInUseError,
  MigrationError,
  NoAnswerError,
  NoKeyError,
  NotEmptyError,
  ServerRoleError,
];

/** Runs a command with the server's configuration. Expected failures are reported in a sentence. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const config = readConfig();
    keepPrivate(config.dataDir);
    await work(config);
  } catch (error) {
    const isExpected =
      expected.some((kind) => error instanceof kind) ||
      // A file or folder that cannot be accessed; the message names it.
      (error instanceof Error && 'syscall' in error);
    if (!isExpected) throw error;
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** Exits with what to type if an argument is missing. */
export function argument(usage: string): string {
  const [value] = process.argv.slice(2);
  if (value) return value;
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
