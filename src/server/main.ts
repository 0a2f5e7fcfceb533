import { existsSync } from 'node:fs';
import { UnfinishedRestoreError } from '#server/operations/backup/restore-backup.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { DatabaseUnreachableError } from '#server/platform/db/connect.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { MigrationError } from '#server/platform/db/migrate.ts';
import { ServerRoleError } from '#server/platform/db/server-role.ts';
import { createLogger, logInto } from '#server/platform/logger.ts';
import { startServer } from '#server/start.ts';

/** Starts the server, and stops it cleanly on Ctrl-C or when the system asks for it. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  // What whoever starts the server has to know, whatever else is logged.
  const announcements = logger.child({}, { level: 'info' });
  const say = (sentence: string) => announcements.info(sentence);
  // A rejected promise that nobody awaited has changed nothing outside of its own transaction: everything else
  // continues.
  process.on('unhandledRejection', (reason) =>
    logger.error({ err: reason }, 'Unhandled rejection'),
  );
  const isDevelopment = process.argv.includes('--dev');
  say(`Starting ${config.site.name} …`);
  const server = await startServer(
    config,
    logger,
    isDevelopment ? (await import('#server/site/serve-web-source.ts')).serveWebSource : undefined,
    { resetPasskeys: process.argv.includes('--reset-passkeys') },
  );
  for (const notice of server.notices) say(notice);
  say(`${config.site.name} is ready at ${config.publicUrl}`);

  let isStopping = false;
  const stop = (exitCode: number) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    say('Stopping …');
    server.close().then(
      () => {
        say(exitCode === 0 ? 'Stopped. Everything is stored.' : 'Stopped.');
        process.exit(exitCode);
      },
      (error) => fail(error),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
  // Nobody knows what state this leaves behind: whatever supervises the process restarts it.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Uncaught exception');
    stop(1);
  });
}

function fail(error: unknown): never {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof DataDirInUseError ||
    error instanceof MigrationError ||
    error instanceof ServerRoleError ||
    error instanceof UnfinishedRestoreError ||
    error instanceof DatabaseUnreachableError;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const explanation = listenProblem(error) ?? (isExpected ? message : null);
  if (process.stderr.isTTY) {
    process.stderr.write(`${explanation ?? stack}\n`);
  } else {
    const details = explanation === null ? { err: error } : {};
    createLogger('fatal', logInto(process.stderr)).fatal(
      details,
      explanation ?? 'An unexpected error ended the server.',
    );
  }
  process.exit(1);
}

/** What to do if the server cannot listen where it should; null for any other failure. */
function listenProblem(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null;
  if (error.syscall === 'getaddrinfo') {
    return `${error.message}. HOST must be an address of this machine, like 127.0.0.1 or 0.0.0.0.`;
  }
  if (error.syscall !== 'listen') return null;
  switch (error.code) {
    case 'EADDRINUSE':
      return `${error.message}. Another program uses this port: stop it, or set PORT to another number.`;
    case 'EACCES':
      return `${error.message}. Ports below 1024 need special rights: set PORT to a larger number.`;
    default:
      return `${error.message}. Check HOST and PORT.`;
  }
}

main().catch(fail);
