import type { Config } from '#server/platform/config.ts';
import { compose, type Message, quote } from '#server/platform/mail/compose.ts';

/** A visitor's message to a member of the team. A reply goes to the visitor. */
export function contactMessage(
  config: Config,
  to: string,
  { email, message }: { email: string; message: string },
): Message {
  return compose(config, {
    to,
    urgency: 'form',
    isMeantInTrial: true,
    replyTo: email,
    subject: `Message from ${email}`,
    blocks: [
      `${email} wrote to us through the contact form:`,
      quote(message),
      'To answer, reply to this email.',
    ],
  });
}
