import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import {
  endCalmAttack,
  forgetOldCalls,
  watchForAttack,
} from '#server/platform/misuse/attack-watch.ts';

// A failed payment is looked at when it is reported; this also notices the end of an attack.
const attackWatchQueue: JobQueue = {
  name: 'attack-watch',
  retryLimit: 0,
  cron: '* * * * *',
};

/** Checks every minute whether an attack has begun or ended, and deletes what is no longer needed. */
export const attackWatch = workerOf(
  attackWatchQueue,
  async ({ db, mailer }: Pick<Deps, 'db' | 'mailer'>) => {
    await watchForAttack(db, mailer);
    await endCalmAttack(db);
    await forgetOldCalls(db);
  },
);
