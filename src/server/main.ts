import { existsSync } from 'node:fs';
import { explain, explainFully } from '#server/explain.ts';
import { readConfig } from '#server/platform/config.ts';
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
  let stop: ((exitCode: number) => void) | null = null;
  process.on('uncaughtException', (error) => {
    if (stop === null) fail(error);
    // Nobody knows what state this leaves behind: whatever supervises the process restarts it.
    logger.fatal({ err: error }, 'Uncaught exception');
    stop(1);
  });
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
  const stopOnce = (exitCode: number) => {
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopOnce(0));
  stop = stopOnce;
}

function fail(error: unknown): never {
  if (process.stderr.isTTY) {
    process.stderr.write(`${explainFully(error)}\n`);
  } else {
    const explanation = explain(error);
    const details = explanation === null ? { err: error } : {};
    createLogger('fatal', logInto(process.stderr)).fatal(
      details,
      explanation ?? 'An unexpected error ended the server.',
    );
  }
  process.exit(1);
}

main().catch(fail);
