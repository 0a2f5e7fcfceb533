import type { PgBoss } from 'pg-boss';
import { sendPasswordReset } from '#server/people/sign-in/commands.ts';
import type { Deps } from '#server/platform/deps.ts';
import {
  addressRequestQueue,
  addressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';

/* Mails links to choose a new password. */

const passwordResetQueue = addressRequestQueue('password-reset');

/** Queues a request for a reset link. Takes the same time whether or not the address has an account. */
export async function requestPasswordReset(boss: PgBoss, email: string): Promise<void> {
  await boss.send(passwordResetQueue.name, { email });
}

/** Processes the requests. */
export const passwordResetWorker = addressRequestWorker(
  passwordResetQueue,
  ({ db, mailer }: Pick<Deps, 'db' | 'boss' | 'mailer'>, { email }: { email: string }) =>
    sendPasswordReset(db, email, mailer),
);
