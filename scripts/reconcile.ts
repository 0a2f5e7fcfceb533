import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { createPaymentProvider } from '#server/giving/payment-provider/create-provider.ts';
import { reconcile } from '#server/giving/payments/reconciliation.ts';
import { mayCollect } from '#server/giving/plans/queries.ts';
import { openCurrency } from '#server/ledger/open-currency.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { DatabaseUnreachableError, openDatabase } from '#server/platform/db/connect.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { openSettings } from '#server/platform/settings/settings-store.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { queues } from '#server/workers.ts';

/**
 * Compares us with the payment provider now, as the server does every hour, and books what its events did not
 * report. Runs beside a server on PostgreSQL; the embedded database belongs to one process at a time.
 */

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const connection = await openDatabase(config);
  try {
    await upgradeDatabase(config, connection);
    await openCurrency(connection.db, config);
    const log = pino({ level: config.logLevel });
    // Mail is only queued; the server sends it.
    const boss = await startJobQueue(connection, queues, (error) =>
      log.error({ err: error }, 'Job queue'),
    );
    const settings = await openSettings(connection.db, config);
    process.stdout.write('Comparing with the payment provider…\n');
    const { compared, corrected } = await reconcile({
      db: connection.db,
      mailer: createMailer(boss, config, settings, teamAddresses),
      payments: createPaymentProvider(config, (id) => mayCollect(connection.db, id)),
    });
    await boss.stop({ graceful: false });
    process.stdout.write(
      `Compared ${compared} payments, refunds, and disputes; ${corrected === 0 ? 'all of them were known' : `booked ${corrected} that were not known`}.\n`,
    );
  } finally {
    await connection.close();
  }
} catch (error) {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof DataDirInUseError ||
    error instanceof DatabaseUnreachableError;
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n`);
  if (error instanceof DataDirInUseError) {
    process.stderr.write(
      'The running server does this comparison every hour and at startup; to do it now, restart the server.\n',
    );
  }
  process.exitCode = 1;
}
