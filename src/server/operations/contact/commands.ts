import type { Db } from '#server/db/schema.ts';
import { contactMessage } from '#server/operations/contact/emails.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Passes a visitor's message on to the team. */
export async function sendContactMessage(
  db: Db,
  input: { email: string; message: string },
  mailer: Mailer,
): Promise<{ message: string }> {
  await db.transaction().execute(async (trx) => {
    for (const address of await teamAddresses(trx, mailer.config)) {
      await mailer.enqueue(trx, contactMessage(mailer.config, address, input));
    }
  });
  return { message: 'Thank you for your message. We will answer by email.' };
}
