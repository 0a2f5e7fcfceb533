import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobResult, PgBoss } from 'pg-boss';
import type { Db } from '#server/platform/db/schema.ts';
import { deleteJob } from '#server/platform/jobs/job-table.ts';
import type { JobQueue, Worker } from '#server/platform/jobs/queue.ts';

/*
 * How a request about an address that anybody may have typed is answered without telling whether we know it. What
 * becomes of one depends on whether we know the address, so a job does it, and the response takes the same for every
 * address.
 */

/** A queue of such requests. */
export function addressRequestQueue(name: string): JobQueue {
  return {
    name,
    retryLimit: 3,
    retryDelay: 10,
    retryBackoff: true,
    // One that failed at every try holds an address that anybody may have typed.
    deleteAfterSeconds: 3_600,
    notify: true,
  };
}

// The longest delay of a request, in milliseconds. The email to a known address is work; at a random moment, it cannot
// slow down a response in a way that reveals to the sender that we know it.
const longestPause = 1_000;

// In large batches, so that a flood of requests for any addresses is worked off as fast as it arrives, and nobody's
// mail waits behind it.
const options = { batchSize: 500, burstWhenBatchFull: true, perJobResults: true } as const;

/** Does what is requested. */
export function addressRequestWorker<Needed extends { db: Db; boss: PgBoss }, Data extends object>(
  queue: JobQueue,
  work: (deps: Needed, request: Data) => Promise<void>,
): Worker<Needed> {
  const start = (deps: Needed) =>
    deps.boss.work<Data, JobResult[], typeof options>(queue.name, options, (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }): Promise<JobResult> => {
          try {
            await pause(randomInt(longestPause));
            await work(deps, data);
            // A finished job would be kept for a week, and with it an address that anybody may have typed.
            await deps.db.transaction().execute((trx) => deleteJob(trx, queue, id));
            return { id, status: 'completed' };
          } catch (error) {
            return { id, status: 'failed', output: { message: String(error) } };
          }
        }),
      ),
    );
  return { queue, start };
}
