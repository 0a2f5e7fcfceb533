import { fromKysely, type PgBoss } from 'pg-boss';
import type { Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** The queue of what is done with imports: whichever one is busy is worked on. */
export const importQueue: JobQueue = {
  name: 'imports',
  // Also every minute, for what a process that died has left.
  cron: '* * * * *',
  retryLimit: 0,
  // A hundred thousand lines take minutes; only after this does one count as stuck.
  expireInSeconds: 4 * 3600,
  notify: true,
};

/** Queues work on imports, in the caller's transaction. */
export async function enqueueImports(trx: Trx, boss: PgBoss): Promise<void> {
  await boss.send(importQueue.name, {}, { db: fromKysely(trx) });
}
