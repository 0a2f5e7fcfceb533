import { contactMessage } from '#server/operations/contact/emails.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Forwards a visitor's message to the team. */
export async function sendContactMessage(
  db: Db,
  input: { email: string; message: string },
  mailer: Mailer,
): Promise<{ message: string }> {
  await db
    .transaction()
    .execute((trx) => mailer.enqueueForTeam(trx, (to) => contactMessage(mailer.config, to, input)));
  return { message: 'Thank you for your message. We will reply by email.' };
}
