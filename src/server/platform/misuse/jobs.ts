import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/db/schema.ts';
import { endCalmAttack, forgetOldCalls, watchForAttack } from '#server/platform/misuse/form-guard.ts';
import type { QueueName } from '#server/platform/jobs/job-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

const queue: QueueName = 'attack-watch';

/** Looks every minute whether an attack begins or is over, and clears away what is not needed any more. */
export async function startAttackWatch(
  boss: PgBoss,
  db: Db,
  mailer: Mailer,
  limitFactor: number,
): Promise<void> {
  await boss.work(queue, async () => {
    await watchForAttack(db, mailer, limitFactor);
    await endCalmAttack(db);
    await forgetOldCalls(db);
  });
}
