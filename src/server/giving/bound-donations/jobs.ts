import type { PgBoss } from 'pg-boss';
import { freeDonations } from '#server/giving/bound-donations/commands.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Nothing that ends a binding waits for it: money that is due is found every minute. */
export const freeDonationsQueue: JobQueue = {
  name: 'free-bound-donations',
  retryLimit: 0,
  cron: '* * * * *',
};

export async function startBoundDonationsWorker({
  db,
  boss,
  mailer,
}: {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}): Promise<void> {
  await boss.work(freeDonationsQueue.name, () => freeDonations(db, mailer));
}
