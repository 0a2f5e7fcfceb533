import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import {
  endCalmAttack,
  forgetOldCalls,
  watchForAttack,
} from '#server/platform/misuse/attack-watch.ts';

// Within a minute of its beginning an attack is known.
export const attackWatchQueue: JobQueue = {
  name: 'attack-watch',
  retryLimit: 0,
  cron: '* * * * *',
};

/** Looks every minute whether an attack begins or is over, and clears away what is not needed any more. */
export async function startAttackWatch(
  boss: PgBoss,
  db: Db,
  mailer: Mailer,
  limitFactor: number,
): Promise<void> {
  await boss.work(attackWatchQueue.name, async () => {
    await watchForAttack(db, mailer, limitFactor);
    await endCalmAttack(db);
    await forgetOldCalls(db);
  });
}
