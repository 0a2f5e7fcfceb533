import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobResult, PgBoss } from 'pg-boss';
import type { Db } from '#server/db/schema.ts';
import { sendPasswordReset } from '#server/people/sign-in/commands.ts';
import type { QueueName } from '#server/platform/jobs/job-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

const queue: QueueName = 'password-reset';

/** Notes a wish for a reset link. The same work whether or not the address has an account. */
export async function requestPasswordReset(boss: PgBoss, email: string): Promise<void> {
  await boss.send(queue, { email });
}

// How long a wish waits at most, in milliseconds: the mail for an account that exists is work, and at a moment
// that nobody can foretell it slows no answer by which its asker could tell.
const longestPause = 1_000;

// In batches, because the queue goes on at once after a full one: after a single wish the next of several
// that came together would wait for half a minute.
const work = { batchSize: 2, burstWhenBatchFull: true, perJobResults: true } as const;

/** Answers the wishes. */
export async function startPasswordResetWorker(
  boss: PgBoss,
  db: Db,
  mailer: Mailer,
): Promise<void> {
  await boss.work<{ email: string }, JobResult[], typeof work>(queue, work, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data }): Promise<JobResult> => {
        try {
          await pause(randomInt(longestPause));
          await sendPasswordReset(db, data.email, mailer);
          return { id, status: 'completed' };
        } catch (error) {
          return { id, status: 'failed', output: { message: String(error) } };
        }
      }),
    ),
  );
}
