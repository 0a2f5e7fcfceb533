import { PgBoss } from 'pg-boss';
import type { Connection } from '#server/db/connect.ts';

/** The queues, with how often a failing job is tried again. */
const queues = {
  // 12 tries with growing pauses of at most 8 hours span about three days: a mail server may be away that long.
  mail: {
    retryLimit: 12,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 8 * 3600,
    notify: true,
  },
  'password-reset': { retryLimit: 3, retryDelay: 10, retryBackoff: true, notify: true },
} as const;

/** The name of a queue. */
export type QueueName = keyof typeof queues;

/**
 * Starts the job queue, which lives in our database: a job added in a transaction exists if and only if
 * the transaction does. Errors of the queue itself go to `onError`; it goes on by itself.
 */
export async function startJobQueue(
  connection: Connection,
  onError: (error: Error) => void,
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection.bossOptions,
    // A mail leaves at once instead of at the next poll.
    useListenNotify: true,
    schedule: false,
    ...(connection.kind === 'postgres' && { max: 4 }),
  });
  boss.on('error', onError);
  await boss.start();
  for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, options);
  return boss;
}
