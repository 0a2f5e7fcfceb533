import { existsSync } from 'node:fs';
import { explainFully } from '#server/explain.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { keepPrivate } from '#server/platform/private-folder.ts';

/**
 * Runs a command with the server's configuration. Failures are reported in a sentence. One that only looks neither makes the
 * data folder nor closes it to others, because its name may be mistyped.
 */
export async function runCommand(
  work: (config: Config) => Promise<void>,
  { onlyLooks = false } = {},
): Promise<void> {
  // Also what a library throws where nobody awaits it.
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const config = readConfig();
    if (onlyLooks) process.umask(0o077);
    else keepPrivate(config.dataDir);
    await work(config);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${explainFully(error)}\n`);
  process.exitCode = 1;
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
