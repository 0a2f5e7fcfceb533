import type { PgBoss } from 'pg-boss';
import { sealKeyOf } from '#server/operations/backup/backup-key.ts';
import { backUpDaily, cleanUp, vacuum, verifyLedger } from '#server/operations/upkeep/commands.ts';
import { remindOfAccessReview } from '#server/people/access-review/commands.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { keepErasures } from '#server/privacy/commands.ts';
import { runRetention } from '#server/privacy/retention.ts';

export const ledgerCheckQueue: JobQueue = {
  name: 'ledger-check',
  retryLimit: 2,
  cron: '23 * * * *',
};
export const dailyBackupQueue: JobQueue = {
  name: 'daily-backup',
  cron: '17 3 * * *',
  retryLimit: 2,
  retryDelay: 600,
  // An upload of many gigabytes takes its time; only after this does it count as stuck.
  expireInSeconds: 4 * 3600,
};
export const dailyCleanUpQueue: JobQueue = {
  name: 'daily-clean-up',
  retryLimit: 2,
  cron: '41 4 * * *',
};

interface UpkeepWorkerDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}

/** The server's scheduled maintenance. With several processes, one of them runs it each time. */
export async function startUpkeepWorkers({ db, boss, mailer }: UpkeepWorkerDeps): Promise<void> {
  await boss.work(ledgerCheckQueue.name, () => verifyLedger(db, mailer));
  await boss.work(dailyBackupQueue.name, () => backUpDaily(db, mailer));
  await boss.work(dailyCleanUpQueue.name, async () => {
    await cleanUp(db);
    await remindOfAccessReview(db, mailer);
    await keepErasures(db, mailer);
    await runRetention(db, { mailer, sealKey: () => sealKeyOf(mailer.config) });
    await vacuum(db, mailer.config);
  });
}
