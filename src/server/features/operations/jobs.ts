import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/db/schema.ts';
import { backUpDaily, cleanUp, verifyLedger } from '#server/operations/upkeep/commands.ts';
import type { QueueName } from '#server/platform/jobs/job-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** What the server does for itself by the clock. Of several processes, one does it each time. */
export async function startOperationWorkers(boss: PgBoss, db: Db, mailer: Mailer): Promise<void> {
  const works = {
    'ledger-check': () => verifyLedger(db, mailer),
    'daily-backup': () => backUpDaily(db, mailer),
    'daily-clean-up': () => cleanUp(db),
  } satisfies Partial<Record<QueueName, () => Promise<void>>>;
  for (const [queue, work] of Object.entries(works)) await boss.work(queue, work);
}
