import { mkdir } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { buildApp } from '#server/app.ts';
import { serveBackups } from '#server/operations/backup/control-socket.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { type Config, ConfigError } from '#server/platform/config.ts';
import { type Connection, connectEmbedded, connectPostgres } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/db/schema.ts';
import { prepareFirstAdministrator } from '#server/people/sign-in/commands.ts';
import { requestReconciliation } from '#server/features/payments/jobs.ts';
import type { PaymentProvider } from '#server/giving/payment-provider/provider.ts';
import { createStripeProvider } from '#server/giving/payment-provider/stripe.ts';
import { createTestProvider } from '#server/giving/payments/test-payment-page.ts';
import { openFileStorage } from '#server/platform/storage/open-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import type { Site } from '#server/site/page-head.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { startWorkers } from '#server/jobs/start-workers.ts';
import { createMailer, type Mailer } from '#server/platform/mail/mailer.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { countUnreadableSecrets } from '#server/people/sign-in/second-factor.ts';
import { openVault } from '#server/platform/security/vault.ts';

/** The database cannot be reached; the message says which and why. */
export class DatabaseUnreachableError extends Error {}

/** A server that answers, until it is closed. */
export interface RunningServer {
  connection: Connection;
  mailer: Mailer;
  boss: PgBoss;
  storage: FileStorage;
  /** What the person who starts it should know, one sentence each. */
  notices: string[];
  /** Answers what has been asked, finishes running jobs, and closes the database. */
  close(): Promise<void>;
}

/** How the web application reaches the browser: as built, or from source while one works on it. */
export type WebServing = (
  app: Awaited<ReturnType<typeof buildApp>>,
  site: Site,
  db: Db,
) => Promise<void>;

/** Starts everything in order: database, migrations, jobs, first administrator, HTTP. */
export async function startServer(
  config: Config,
  logger: Logger,
  web: WebServing = serveWeb,
): Promise<RunningServer> {
  await mkdir(config.dataDir, { recursive: true });
  const connection = await connect(config);
  const closers: (() => unknown)[] = [() => connection.close()];
  const close = async () => {
    // Newest first: nothing loses what it stands on.
    while (closers.length > 0) await closers.pop()?.();
  };
  try {
    const writeTo = (output: Writable) => writeBackup(connection, config.dataDir, output);
    await refuseUnsafeLiveMode(config, connection);
    const upgrade = await migrate(connection, {
      beforeChange: async () => {
        // A database server has its own backups, and is shared with processes that are still running.
        if (connection.kind === 'embedded') {
          await storeArchive(config.backupDir, 'before-upgrade', writeTo);
        }
      },
    });
    if (upgrade.length > 0) logger.info({ migrations: upgrade }, 'migrated');
    const boss = await startJobQueue(connection, (error) =>
      logger.error({ err: error }, 'The job queue had a problem'),
    );
    closers.push(() => boss.stop({ graceful: true, timeout: 2_500 }));
    const mailer = createMailer(boss, config);
    const transport = createMailTransport(config);
    const storage = openFileStorage(config);
    const payments = createProvider(config);
    const vault = openVault(config);
    const isTest = payments.name === 'test';
    // While nothing is charged, people try things out; ten times looser.
    const limitFactor = isTest ? 10 : 1;
    await startWorkers({
      ...{ db: connection.db, boss, mailer, transport, payments, storage, limitFactor, logger },
    });
    await requestReconciliation(boss);

    const first = await prepareFirstAdministrator(connection.db, config.firstAdministrator);
    const app = await buildApp(
      {
        ...{ db: connection.db, config, boss, mailer, payments, vault, storage, limitFactor },
        ...(connection.pool && { pool: connection.pool }),
      },
      logger,
    );
    const site: Site = {
      ...config.site,
      publicUrl: config.publicUrl,
      payments: payments.name,
      minDonation: config.donation.minCents,
      maxDonation: config.donation.maxCents,
    };
    await web(app, site, connection.db);
    closers.push(() => app.close());
    if (connection.kind === 'embedded') {
      const socket = await serveBackups(config.dataDir, writeTo, logger);
      closers.push(() => socket.close());
    }
    await app.listen({ host: config.host, port: config.port });

    const notices = [
      `Mail goes out ${transport.description}.`,
      `Files are stored ${storage.description}.`,
    ];
    if (isTest) notices.push('Payments are in test mode: nobody is charged.');
    if ((await countUnreadableSecrets(connection.db, vault)) > 0) {
      notices.push(
        `The secret key is not the one that two-factor sign-in was set up with: codes of authenticator apps are refused until it is put back (SECRET_KEY, or secret-key in ${config.dataDir}). Recovery codes still work.`,
      );
    }
    if (first && 'created' in first) {
      notices.push(`Created the first administrator: ${first.created}.`);
    }
    if (first && 'setupToken' in first) {
      notices.push(
        `Nobody can sign in yet. Become the first administrator, once, at ${config.publicUrl}/auth/setup?token=${first.setupToken}`,
      );
    }
    return { connection, mailer, boss, storage, notices, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the configured database. Throws one sentence when it is in use or does not answer. */
export async function connect(config: Config): Promise<Connection> {
  if (config.databaseUrl === null) return connectEmbedded(config.dataDir);
  const connection = connectPostgres(config.databaseUrl);
  try {
    await sql`select 1`.execute(connection.db);
    return connection;
  } catch (error) {
    await connection.close();
    const { host, pathname } = new URL(config.databaseUrl);
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    throw new DatabaseUnreachableError(
      `The database at DATABASE_URL (${host}${pathname}) does not answer: ${reason}. Start it or correct DATABASE_URL.`,
    );
  }
}

/** The payment provider that is configured, or test payments. */
export function createProvider(config: Config): PaymentProvider {
  return config.stripe
    ? createStripeProvider(config.stripe, config.publicUrl)
    : createTestProvider(config);
}

async function refuseUnsafeLiveMode(config: Config, { db }: Connection): Promise<void> {
  if (!config.stripe?.secretKey.includes('_live_')) return;
  const { rows } = await sql<{ fsync: string }>`show fsync`.execute(db);
  if (rows[0]?.fsync === 'on') return;
  throw new ConfigError([
    'STRIPE_SECRET_KEY is a live key, but the database runs with fsync off: a power cut could lose donations. Turn fsync on in its configuration.',
  ]);
}
