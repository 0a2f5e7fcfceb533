import { sealKeyOf } from '#server/operations/backup/backup-key.ts';
import { backUpDaily, cleanUp, vacuum, verifyLedger } from '#server/operations/upkeep/commands.ts';
import { remindOfAccessReview } from '#server/people/access-review/commands.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import { keepErasures } from '#server/privacy/commands.ts';
import { runRetention } from '#server/privacy/retention.ts';

const ledgerCheckQueue: JobQueue = {
  name: 'ledger-check',
  retryLimit: 2,
  cron: '23 * * * *',
};
const dailyBackupQueue: JobQueue = {
  name: 'daily-backup',
  cron: '17 3 * * *',
  retryLimit: 2,
  retryDelay: 600,
  // An upload of many gigabytes takes its time; only after this does it count as stuck.
  expireInSeconds: 4 * 3600,
};
const dailyCleanUpQueue: JobQueue = {
  name: 'daily-clean-up',
  retryLimit: 2,
  cron: '41 4 * * *',
};

type Services = Pick<Deps, 'db' | 'mailer'>;

/* The server's scheduled maintenance. With several processes, one of them runs it each time. */

export const ledgerCheckWorker = workerOf(ledgerCheckQueue, ({ db, mailer }: Services) =>
  verifyLedger(db, mailer),
);
export const dailyBackupWorker = workerOf(dailyBackupQueue, ({ db, mailer }: Services) =>
  backUpDaily(db, mailer),
);
export const dailyCleanUpWorker = workerOf(dailyCleanUpQueue, async ({ db, mailer }: Services) => {
  await cleanUp(db);
  await remindOfAccessReview(db, mailer);
  await keepErasures(db, mailer);
  await runRetention(db, { mailer, sealKey: () => sealKeyOf(mailer.config) });
  await vacuum(db, mailer.config);
});
