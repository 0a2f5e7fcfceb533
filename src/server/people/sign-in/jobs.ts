import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobResult, PgBoss } from 'pg-boss';
import { sendPasswordReset } from '#server/people/sign-in/commands.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { deleteJob } from '#server/platform/jobs/job-table.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

export const passwordResetQueue: JobQueue = {
  name: 'password-reset',
  retryLimit: 3,
  retryDelay: 10,
  retryBackoff: true,
  // One that failed at every try holds an address that anybody may have typed.
  deleteAfterSeconds: 3_600,
  notify: true,
};

/** Queues a request for a reset link. Takes the same time whether or not the address has an account. */
export async function requestPasswordReset(boss: PgBoss, email: string): Promise<void> {
  await boss.send(passwordResetQueue.name, { email });
}

// The longest delay of a request, in milliseconds. The email for an existing account is work; at a random moment,
// it cannot slow down a response in a way that reveals to the sender that the account exists.
const longestPause = 1_000;

// In large batches, so that a flood of requests for any addresses is worked off as fast as it arrives, and nobody's
// mail waits behind it.
const work = { batchSize: 500, burstWhenBatchFull: true, perJobResults: true } as const;

interface PasswordResetWorkerDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}

/** Processes the requests. */
export async function startPasswordResetWorker({
  db,
  boss,
  mailer,
}: PasswordResetWorkerDeps): Promise<void> {
  await boss.work<{ email: string }, JobResult[], typeof work>(
    passwordResetQueue.name,
    work,
    (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }): Promise<JobResult> => {
          try {
            await pause(randomInt(longestPause));
            await sendPasswordReset(db, data.email, mailer);
            // A finished job would be kept for a week, and with it an address that anybody may have typed.
            await db.transaction().execute((trx) => deleteJob(trx, passwordResetQueue, id));
            return { id, status: 'completed' };
          } catch (error) {
            return { id, status: 'failed', output: { message: String(error) } };
          }
        }),
      ),
  );
}
