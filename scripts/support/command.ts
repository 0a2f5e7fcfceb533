import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { explainFully } from '#server/explain.ts';
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts';
import { keepPrivate } from '#server/platform/private-folder.ts';

/**
 * Runs a command with the server's configuration. Failures are reported in a sentence. One that only looks neither makes the
 * data folder nor closes it to others, because its name may be mistyped. One that needs a database makes none.
 */
export async function runCommand(
  work: (config: Config) => Promise<void>,
  { onlyLooks = false, needsDatabase = false } = {},
): Promise<void> {
  // Also what a library throws where nobody awaits it.
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const config = readConfig();
    if (needsDatabase) refuseNoDatabase(config);
    if (onlyLooks) process.umask(0o077);
    else keepPrivate(config.dataDir);
    await work(config);
  } catch (error) {
    fail(error);
  }
}

/** Throws if there is no database: opening an embedded one would make it. */
export function refuseNoDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'database'))) return;
  throw new ConfigError([
    `DATA_DIR is ${dataDir}, but there is no database in it. Run this in the folder of the site, or set DATA_DIR.`,
  ]);
}

/** The options that were typed. Exits with what to type if there is any other. */
export function readOptions<Options extends ParseArgsOptionsConfig>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message.replace(/\.$/, '')}. ${usage}\n`);
    process.exit(1);
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${explainFully(error)}\n`);
  process.exitCode = 1;
}

export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** Exits with what to type if an argument is missing, or is not the only one. */
export function argument(usage: string): string {
  const [value, ...more] = process.argv.slice(2);
  if (value && !value.startsWith('-') && more.length === 0) return value;
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
