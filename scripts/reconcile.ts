import { pino } from 'pino';
import { openCurrency } from '#server/ledger/open-currency.ts';
import { reconcile } from '#server/payments/payments/reconciliation.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import { mayCollect } from '#server/plans/plans/queries.ts';
import { type Config, ConfigError } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { DataDirInUseError } from '#server/platform/db/lock-data-dir.ts';
import { startJobQueue } from '#server/platform/jobs/job-queue.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { createPaymentProvider } from '#server/provider/payment-provider/create-provider.ts';
import { upgradeDatabase } from '#server/upgrade.ts';
import { queues } from '#server/workers.ts';
import { readOptions, runCommand, say } from './support/command.ts';

/**
 * Compares us with the payment provider now, as the server does every hour, and books what its events did not
 * report. Runs beside a server on PostgreSQL; the embedded database belongs to one process at a time. With
 * `--check-rights`, only says what our account at the provider lacks, and needs no database.
 */

const { 'check-rights': checksRights } = readOptions(
  { 'check-rights': { type: 'boolean' } },
  'Type npm run reconcile, or npm run reconcile -- --check-rights.',
);
const compare = async (config: Config) => {
  if (checksRights) {
    const provider = createPaymentProvider(config, async () => false);
    if (provider.name !== 'stripe') {
      throw new ConfigError([
        'There is no payment provider, so there are no rights to check: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
      ]);
    }
    const gaps = await provider.findGaps();
    for (const gap of gaps) say(gap);
    if (gaps.length > 0) process.exitCode = 1;
    else say('The key has every right that it needs, and the webhook endpoint sends every event.');
    return;
  }
  const connection = await openDatabase(config).catch((error) => {
    if (!(error instanceof DataDirInUseError)) throw error;
    throw new DataDirInUseError(
      `${error.message} The running server does this comparison every hour and at startup; to do it now, restart the server.`,
    );
  });
  try {
    await upgradeDatabase(config, connection);
    await openCurrency(connection.db, config);
    const log = pino({ level: config.logLevel });
    // Mail is only queued; the server sends it.
    const boss = await startJobQueue(connection, queues, (error) =>
      log.error({ err: error }, 'Job queue'),
    );
    const settings = await openSettings(connection.db, config);
    say('Comparing with the payment provider…');
    const { compared, corrected } = await reconcile({
      db: connection.db,
      mailer: createMailer(boss, config, settings, teamAddresses),
      payments: createPaymentProvider(config, (id) => mayCollect(connection.db, id)),
    }).finally(() => boss.stop({ graceful: false }));
    say(
      `Compared ${compared} payments, refunds, and disputes; ${corrected === 0 ? 'all of them were known' : `booked ${corrected} that were not known`}.`,
    );
  } finally {
    await connection.close();
  }
};
await runCommand(compare, { onlyLooks: checksRights === true, needsDatabase: !checksRights });
