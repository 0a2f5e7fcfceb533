import type { PgBoss } from 'pg-boss';
import { sendDueDedications } from '#server/giving/dedications/send-dedications.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** The queue of jobs that send what dedications are due. */
export const dedicationsQueue: JobQueue = {
  name: 'dedications',
  cron: '* * * * *',
  retryLimit: 0,
  expireInSeconds: 3600,
};

/** Sends the mails about dedications. Several processes may do it: each takes what no other one has. */
export async function startDedicationWorker({
  db,
  boss,
  mailer,
}: {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}): Promise<void> {
  await boss.work(dedicationsQueue.name, async () => {
    while ((await sendDueDedications(db, mailer)) > 0);
  });
}
