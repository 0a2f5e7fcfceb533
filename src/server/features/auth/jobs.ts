import type { PgBoss } from 'pg-boss';
import type { Db } from '#server/db/schema.ts';
import { sendPasswordReset } from '#server/features/auth/commands.ts';
import type { QueueName } from '#server/jobs/job-queue.ts';
import type { Mailer } from '#server/mail/mailer.ts';

const queue: QueueName = 'password-reset';

/** Notes a wish for a reset link. The same work whether or not the address has an account. */
export async function requestPasswordReset(boss: PgBoss, email: string): Promise<void> {
  await boss.send(queue, { email });
}

/** Answers the wishes. */
export async function startPasswordResetWorker(
  boss: PgBoss,
  db: Db,
  mailer: Mailer,
): Promise<void> {
  await boss.work<{ email: string }>(queue, async (jobs) => {
    for (const { data } of jobs) await sendPasswordReset(db, data.email, mailer);
  });
}
