import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';

/** Jobs that do nothing: the watch adds them, to see whether any job is done. */
export const probeQueue: JobQueue = {
  name: 'probe',
  retryLimit: 0,
  // One that a server took that ended meanwhile stands in the way of nothing.
  expireInSeconds: 60,
  deleteAfterSeconds: 3_600,
};

export const probeWorker = workerOf(probeQueue, async () => {});
