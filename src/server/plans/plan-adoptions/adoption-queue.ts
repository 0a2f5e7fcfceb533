import { fromKysely, type PgBoss } from 'pg-boss';
import type { Trx } from '#server/platform/db/schema.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** The queue of subscriptions that somebody asked to go on here. */
export const adoptionQueue: JobQueue = {
  name: 'plan-adoptions',
  // Also every minute: what the provider has not confirmed is asked for again.
  cron: '* * * * *',
  retryLimit: 0,
  // Each takes some calls to the provider, and hundreds of them are asked for at once.
  expireInSeconds: 3600,
  notify: true,
};

/** Queues the work, in the caller's transaction. */
export async function enqueueAdoptions(trx: Trx, boss: PgBoss): Promise<void> {
  await boss.send(adoptionQueue.name, {}, { db: fromKysely(trx) });
}
