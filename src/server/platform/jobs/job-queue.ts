import { randomUUID } from 'node:crypto';
import { type Clock, PgBoss, systemClock } from 'pg-boss';
import type { Connection } from '#server/platform/db/connect.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/* The job queue. */

/** Creates or upgrades the tables of the job queue without running any jobs. */
export async function createJobTables(connection: Connection, queues: JobQueue[]): Promise<void> {
  const boss = await startJobQueue(connection, queues, () => {}, { schedule: false });
  await boss.stop({ graceful: false });
}

/**
 * Starts the job queue, which is in our database: a job added in a transaction exists if and only if the
 * transaction is committed. Errors of the queue itself go to `onError`; the queue recovers on its own.
 */
export async function startJobQueue(
  connection: Connection,
  queues: JobQueue[],
  onError: (error: Error) => void,
  { clock = systemClock, schedule = true }: { clock?: Clock; schedule?: boolean } = {},
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection.bossOptions,
    clock,
    schedule,
    // A mail is sent immediately instead of at the next poll.
    useListenNotify: true,
    ...(connection.kind === 'postgres' && { max: 4 }),
  });
  boss.on('error', onError);
  await boss.start();
  for (const { name, cron, ...options } of queues) {
    await boss.createQueue(name, options);
    // Updates the settings of a queue that an earlier version created.
    await boss.updateQueue(name, options);
    if (cron !== undefined) await boss.schedule(name, cron);
    // The library looks up a queue on its own connection when it is first used. Inside a transaction on the
    // embedded database, which has one connection, that would wait for itself forever, so it is done here.
    await boss.findJobs(name, { id: randomUUID() });
  }
  return boss;
}

// Longer than the queue takes between two tries. In milliseconds.
const quiet = 60_000;

/**
 * Says each cause once, until it has been quiet for a minute: a queue without its database fails many times in a second.
 */
export function oncePerCause(say: (error: Error) => void, now = Date.now): (error: Error) => void {
  const failing = new Map<string, number>();
  return (error) => {
    const cause = `${'code' in error ? error.code : ''} ${error.message}`;
    for (const [each, last] of failing) if (now() - last > quiet) failing.delete(each);
    if (!failing.has(cause)) say(error);
    failing.set(cause, now());
  };
}
