import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { contactMessage } from '#server/publishing/contact/emails.ts';

/** Forwards a visitor's message to the team, once for each key. */
export async function sendContactMessage(
  db: Db,
  input: { email: string; message: string },
  mailer: Mailer,
  idempotencyKey: string | null = null,
): Promise<{ message: string }> {
  const keyed = { key: idempotencyKey, scope: 'contact message', request: input };
  return oncePerKey(db, keyed, async (trx) => {
    await mailer.enqueueForTeam(trx, (to) => contactMessage(mailer.config, to, input));
    return { message: 'Thank you for your message. We will reply by email.' };
  });
}
