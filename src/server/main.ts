import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { ConfigError, readConfig } from '#server/config.ts';
import { DataDirInUseError } from '#server/db/lock-data-dir.ts';
import { DatabaseUnreachableError, startServer } from '#server/start.ts';

/** Starts the server and stops it in order on Ctrl-C or when the system asks for it. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const logger = pino({ level: config.logLevel });
  const isDevelopment = process.argv.includes('--dev');
  say(`Starting ${config.site.name} …`);
  const server = await startServer(
    config,
    logger,
    isDevelopment ? (await import('#server/http/serve-web-source.ts')).serveWebSource : undefined,
  );
  for (const notice of server.notices) say(notice);
  say(`${config.site.name} is ready at ${config.publicUrl}`);

  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      say('Stopping …');
      server.close().then(
        () => {
          say('Stopped. Everything is stored.');
          process.exit(0);
        },
        (error) => fail(error),
      );
    });
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function fail(error: unknown): never {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof DataDirInUseError ||
    error instanceof DatabaseUnreachableError ||
    (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');
  process.stderr.write(
    `${isExpected ? explain(error) : String((error as Error)?.stack ?? error)}\n`,
  );
  process.exit(1);
}

function explain(error: Error): string {
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}. Another program uses this port: stop it, or set PORT to another number.`;
  }
  return error.message;
}

main().catch(fail);
