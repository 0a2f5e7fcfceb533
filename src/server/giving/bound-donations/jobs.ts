import { freeDonations } from '#server/giving/bound-donations/commands.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';

/* Frees donations that waited long enough for their need, every minute. */

/** Nothing that ends a binding waits for it: money that is due is found every minute. */
const freeDonationsQueue: JobQueue = {
  name: 'free-bound-donations',
  retryLimit: 0,
  cron: '* * * * *',
};

export const freeDonationsWorker = workerOf(
  freeDonationsQueue,
  ({ db, mailer }: Pick<Deps, 'db' | 'mailer'>) => freeDonations(db, mailer),
);
