import { fromKysely, type PgBoss } from 'pg-boss';
import type { Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** The queue of moves of recurring donations: whatever is to be done for one is done. */
export const planMovesQueue: JobQueue = {
  name: 'plan-moves',
  // Also every minute: for what is due, what the provider has not confirmed, and what a process that died has left.
  cron: '* * * * *',
  retryLimit: 0,
  // A cause may have thousands of plans, and each takes some calls to the provider.
  expireInSeconds: 4 * 3600,
  notify: true,
};

/** Queues work on moves, in the caller's transaction. */
export async function enqueuePlanMoves(trx: Trx, boss: PgBoss): Promise<void> {
  await boss.send(planMovesQueue.name, {}, { db: fromKysely(trx) });
}
