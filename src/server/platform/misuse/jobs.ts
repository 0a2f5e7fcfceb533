import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import {
  endCalmAttack,
  forgetOldCalls,
  watchForAttack,
} from '#server/platform/misuse/attack-watch.ts';

// A failed payment is looked at when it is reported; this also notices the end of an attack.
export const attackWatchQueue: JobQueue = {
  name: 'attack-watch',
  retryLimit: 0,
  cron: '* * * * *',
};

interface AttackWatchDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}

/** Checks every minute whether an attack has begun or ended, and deletes what is no longer needed. */
export async function startAttackWatch(deps: AttackWatchDeps): Promise<void> {
  const { db, boss, mailer } = deps;
  await boss.work(attackWatchQueue.name, async () => {
    await watchForAttack(db, mailer);
    await endCalmAttack(db);
    await forgetOldCalls(db);
  });
}
