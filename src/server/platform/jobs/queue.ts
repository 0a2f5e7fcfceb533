import type { JobWithMetadata, PgBoss, Queue } from 'pg-boss';

/* The settings of a queue of jobs, and what works on them. */

/** A queue of jobs: how often a failed job is retried, and when a job is scheduled (UTC). */
export interface JobQueue extends Omit<Queue, 'name'> {
  name: string;
  cron?: string;
}

/** A queue, and what begins to work on its jobs, with the services that this needs. */
export interface Worker<Needed> {
  queue: JobQueue;
  start: (deps: Needed) => Promise<unknown>;
}

/** Works on the jobs of a queue, one at a time. `begin` is done before the first one. */
export function workerOf<Needed, Data extends object = object>(
  queue: JobQueue,
  work: (deps: Needed, job: JobWithMetadata<Data>) => Promise<unknown>,
  begin?: (deps: Needed) => Promise<unknown>,
): Worker<Needed & { boss: PgBoss }> {
  return {
    queue,
    async start(deps) {
      await begin?.(deps);
      const { boss } = deps;
      const worker: string = await boss.work(
        queue.name,
        { includeMetadata: true },
        async (jobs: JobWithMetadata<Data>[]) => {
          for (const job of jobs) await work(deps, job);
          // The notification of a job queued meanwhile has already passed: without this, it would wait for the next poll.
          if (queue.notify) boss.notifyWorker(worker);
        },
      );
    },
  };
}
