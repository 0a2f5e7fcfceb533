import type { PgBoss } from 'pg-boss';
import { sendPasswordReset } from '#server/people/sign-in/commands.ts';
import type { Db } from '#server/platform/db/schema.ts';
import {
  addressRequestQueue,
  startAddressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

export const passwordResetQueue = addressRequestQueue('password-reset');

/** Queues a request for a reset link. Takes the same time whether or not the address has an account. */
export async function requestPasswordReset(boss: PgBoss, email: string): Promise<void> {
  await boss.send(passwordResetQueue.name, { email });
}

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
  await startAddressRequestWorker<{ email: string }>(
    { db, boss },
    passwordResetQueue,
    ({ email }) => sendPasswordReset(db, email, mailer),
  );
}
