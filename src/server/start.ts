import { lookup } from 'node:dns/promises';
import type { Writable } from 'node:stream';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { buildApp } from '#server/app.ts';
import { openCurrency } from '#server/ledger/open-currency.ts';
import { type ArchiveKeys, keysForArchive } from '#server/operations/backup/backup-key.ts';
import { serveBackups } from '#server/operations/backup/control-socket.ts';
import { storeArchive, writeBackup } from '#server/operations/backup/create-backup.ts';
import { refuseUnfinishedRestore } from '#server/operations/backup/restore-backup.ts';
import { openBooks } from '#server/operations/test-donations/commands.ts';
import { checkServerRole } from '#server/operations/upkeep/commands.ts';
import { startWatch } from '#server/operations/watch/watch.ts';
import { requestReconciliation } from '#server/payments/payments/jobs.ts';
import { meetNewHost } from '#server/people/account/passkey-host.ts';
import {
  firstAdministratorNotice,
  prepareFirstAdministrator,
} from '#server/people/sign-in/first-administrator.ts';
import { resealSecrets } from '#server/people/sign-in/reseal-secrets.ts';
import { countUnreadableSecrets } from '#server/people/sign-in/second-factor.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { mayCollect } from '#server/plans/plans/queries.ts';
import { type Config, ConfigError, isLiveKey } from '#server/platform/config.ts';
import { type Connection, openDatabase } from '#server/platform/db/connect.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { oncePerCause, startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer, type Mailer } from '#server/platform/mail/mailer.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { testModeFactor } from '#server/platform/misuse/call-limit.ts';
import { keepPrivate } from '#server/platform/private-folder.ts';
import { openVault, type Vault } from '#server/platform/security/vault.ts';
import { keepFresh, openSettings } from '#server/platform/site-settings/settings-store.ts';
import { openFileStorage } from '#server/platform/storage/open-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { createPaymentProvider } from '#server/provider/payment-provider/create-provider.ts';
import type { Site } from '#server/site/pages.ts';
import { serveWeb, type WebDeps } from '#server/site/serve-web.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { queues, startWorkers } from '#server/workers.ts';

/* The order in which everything is opened. */

/** A running server, until it is closed. */
export interface RunningServer {
  connection: Connection;
  mailer: Mailer;
  boss: PgBoss;
  storage: FileStorage;
  /** What the person who starts it should know, one sentence each. */
  notices: string[];
  /** Responds to open requests, finishes running jobs, and closes the database. */
  close(): Promise<void>;
}

/** How the web application reaches the browser: as built, or from source during development. */
export type WebServing = (
  app: Awaited<ReturnType<typeof buildApp>>,
  site: Site,
  deps: WebDeps,
) => Promise<void>;

/** Starts everything in order: database, migrations, jobs, first administrator, HTTP. */
export async function startServer(
  config: Config,
  logger: Logger,
  web: WebServing = serveWeb,
  { resetPasskeys = false }: { resetPasskeys?: boolean } = {},
): Promise<RunningServer> {
  const openFiles = keepPrivate(config.dataDir);
  refuseUnfinishedRestore(config.dataDir);
  // Before anything is upgraded.
  await lookup(config.host).catch((error) => {
    throw new ConfigError([
      `HOST must be an address of this machine, like 127.0.0.1 or 0.0.0.0 (${error.message}).`,
    ]);
  });
  const connection = await openDatabase(config);
  const closers: (() => unknown)[] = [() => connection.close()];
  const close = async () => {
    // Newest first, so that nothing loses what it depends on.
    while (closers.length > 0) await closers.pop()?.();
  };
  try {
    const writeTo = (output: Writable, keys: ArchiveKeys) =>
      writeBackup(connection, config.dataDir, output, keys);
    const { advice } = await keysForArchive(config);
    await refuseUnsafeLiveMode(config, connection);
    const upgrade = await upgradeDatabase(config, connection, async () => {
      // A database server has its own backups, and other running processes share it.
      if (connection.kind === 'embedded') {
        const keys = await keysForArchive(config);
        await storeArchive(config.backupDir, 'before-upgrade', (output) => writeTo(output, keys));
      }
    });
    if (upgrade.length > 0) logger.info({ migrations: upgrade }, 'Upgraded the database');
    const boss = await startJobQueue(
      connection,
      queues,
      oncePerCause((error) => logger.error({ err: error }, 'The job queue had a problem')),
    );
    closers.push(() => boss.stop({ graceful: true, timeout: 2_500 }));
    await openCurrency(connection.db, config);
    const settings = await openSettings(connection.db, config);
    closers.push(keepFresh(settings));
    const mailer = createMailer(boss, config, settings, teamAddresses);
    const passkeyNotice = await meetNewHost(connection.db, mailer, resetPasskeys);
    const transport = createMailTransport(config);
    const storage = openFileStorage(config);
    const payments = createPaymentProvider(config, (id) => mayCollect(connection.db, id));
    // Before anything is booked, sent, or shown.
    const booksNotices = await openBooks(connection.db, payments, mailer);
    const vault = openVault(config);
    const parts = { db: connection.db, boss, mailer, payments, storage };
    await startWorkers({ ...parts, transport, logger });
    await requestReconciliation(boss);
    closers.push(startWatch({ ...parts, queues }, logger));

    const first = await prepareFirstAdministrator(connection.db, config.firstAdministrator);
    const app = await buildApp(
      {
        ...parts,
        config,
        settings,
        vault,
        limitFactor: payments.name === 'test' ? testModeFactor : 1,
        ...(connection.pool && { pool: connection.pool }),
      },
      logger,
    );
    await web(app, siteOf(config, payments.name), { db: connection.db, config, settings });
    closers.push(() => app.close());
    if (connection.kind === 'embedded') {
      const socket = await serveBackups(
        config.dataDir,
        () => keysForArchive(config),
        writeTo,
        logger,
      );
      closers.push(() => socket.close());
    }
    await app.listen({ host: config.host, port: config.port });

    const notices = [
      ...config.doubts,
      `Email is ${transport.description}.`,
      `Files are stored ${storage.description}.`,
      advice,
      ...noticesOf(config, openFiles),
      ...(passkeyNotice === null ? [] : [passkeyNotice]),
      ...booksNotices,
      ...(await renewSecrets(connection.db, config, vault)),
    ];
    const tooStrong = await checkServerRole(connection.db, mailer);
    if (tooStrong) {
      logger.warn(tooStrong);
      notices.push(tooStrong);
    }
    if (first) notices.push(firstAdministratorNotice(first, config.publicUrl));
    return { connection, mailer, boss, storage, notices, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function refuseUnsafeLiveMode(config: Config, { db }: Connection): Promise<void> {
  if (!isLiveKey(config.stripe?.secretKey ?? '')) return;
  const { rows } = await sql<{ fsync: string }>`show fsync`.execute(db);
  if (rows[0]?.fsync === 'on') return;
  throw new ConfigError([
    'STRIPE_SECRET_KEY is a live key, but the database runs with fsync off: a power cut could lose donations. Turn on fsync in its configuration.',
  ]);
}

function siteOf(config: Config, payments: Site['payments']): Site {
  return {
    ...config.site,
    publicUrl: config.publicUrl,
    currency: config.currency,
    payments,
    isTrial: config.isTrial,
    minDonation: config.donation.minCents,
    maxDonation: config.donation.maxCents,
  };
}

function noticesOf({ dataDir, isTrial, takesPayments }: Config, openFiles: number): string[] {
  const notices: string[] = [];
  if (openFiles > 0) {
    notices.push(
      `${openFiles} files in ${dataDir} belong to another user, so we could not make sure that nobody else can read them: give them to the user of the server.`,
    );
  }
  if (isTrial) notices.push('This site is a trial: nobody is charged.');
  if (!takesPayments) notices.push('No payments are taken (TAKE_PAYMENTS=no).');
  return notices;
}

/** Encrypts anew what the key before has encrypted. Returns what whoever starts the server should know of it. */
async function renewSecrets(db: Db, config: Config, vault: Vault): Promise<string[]> {
  const { previousSecretKey, dataDir } = config;
  if (previousSecretKey !== null) await resealSecrets(db, vault);
  if ((await countUnreadableSecrets(db, vault)) > 0) {
    return [
      `The secret key is not the one that two-factor sign-in was set up with: codes of authenticator apps are refused until the old one is restored (SECRET_KEY, or secret-key in ${dataDir}). Recovery codes still work.`,
    ];
  }
  if (previousSecretKey === null) return [];
  return [
    'Everything that was encrypted with SECRET_KEY_PREVIOUS is now encrypted with SECRET_KEY: remove SECRET_KEY_PREVIOUS before the next start.',
  ];
}
