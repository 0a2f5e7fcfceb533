import { randomUUID } from 'node:crypto';
import { type Clock, PgBoss, type Queue, systemClock } from 'pg-boss';
import type { Connection } from '#server/platform/db/connect.ts';

/** A queue: how often a failing job is tried again, and when the queue gets a job by the clock (UTC). */
type QueueSettings = Omit<Queue, 'name'> & { cron?: string };

/** The queues. */
const queues = {
  mail: {
    // Our worker gives up, not the queue (`src/server/features/mail/jobs.ts`), so that no mail ends unseen.
    retryLimit: 1_000,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 8 * 3600,
    // A little longer than a delivery may take: so soon is the mail of a process that died tried again.
    expireInSeconds: 120,
    // Waiting mail is not thrown away: it may be paused for long.
    retentionSeconds: 365 * 24 * 3600,
    notify: true,
  },
  // Within a minute of its beginning an attack is known.
  'attack-watch': { retryLimit: 0, cron: '* * * * *' },
  'password-reset': { retryLimit: 3, retryDelay: 10, retryBackoff: true, notify: true },
  'ledger-check': { retryLimit: 2, cron: '23 * * * *' },
  // Uploads of many gigabytes take their time, and only then it counts as stuck.
  'daily-backup': { cron: '17 3 * * *', retryLimit: 2, retryDelay: 600, expireInSeconds: 4 * 3600 },
  'daily-clean-up': { retryLimit: 2, cron: '41 4 * * *' },
  // Hourly, each for itself: a run that fails is made up for by the next one.
  reconcile: { retryLimit: 0, cron: '7 * * * *', notify: true },
  'erase-unpaid-checkouts': { retryLimit: 3, retryDelay: 600, cron: '17 3 * * *' },
  // A storage that is away for some hours costs nobody an upload.
  'process-file': {
    retryLimit: 10,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    notify: true,
  },
  // At once when an update is published; by the clock, what a process that died has left.
  'update-mails': { retryLimit: 0, cron: '* * * * *', expireInSeconds: 3600, notify: true },
  'sweep-files': { retryLimit: 0, cron: '17 * * * *' },
} as const satisfies Record<string, QueueSettings>;

/** The name of a queue. */
export type QueueName = keyof typeof queues;

/**
 * Starts the job queue, which lives in our database: a job added in a transaction exists if and only if
 * the transaction does. Errors of the queue itself go to `onError`; it goes on by itself.
 */
export async function startJobQueue(
  connection: Connection,
  onError: (error: Error) => void,
  { clock = systemClock, schedule = true }: { clock?: Clock; schedule?: boolean } = {},
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection.bossOptions,
    clock,
    schedule,
    // A mail leaves at once instead of at the next poll.
    useListenNotify: true,
    ...(connection.kind === 'postgres' && { max: 4 }),
  });
  boss.on('error', onError);
  await boss.start();
  for (const [name, { cron, ...options }] of Object.entries<QueueSettings>(queues)) {
    await boss.createQueue(name, options);
    // A queue that an earlier version made takes on the settings of this one.
    await boss.updateQueue(name, options);
    if (cron !== undefined) await boss.schedule(name, cron);
    // The library looks a queue up once, on its own connection, when it is first used. Inside a transaction on the
    // embedded database, which has one connection, that would wait for itself forever: so it is done here.
    await boss.findJobs(name, { id: randomUUID() });
  }
  return boss;
}
