import type { Config } from '#server/platform/config.ts';
import { compose, type Message, paragraph, quote } from '#server/platform/mail/compose.ts';

/** What a visitor wrote, to a member of the team; answering goes to the visitor. */
export function contactMessage(
  config: Config,
  to: string,
  { email, message }: { email: string; message: string },
): Message {
  return compose(config, {
    to,
    replyTo: email,
    subject: `Message from ${email}`,
    blocks: [
      paragraph(`${email} wrote through the contact form:`),
      quote(message),
      paragraph('Reply to this email to answer.'),
    ],
  });
}
