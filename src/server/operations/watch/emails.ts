import { adminPaths } from '#contract/admin-pages.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/** Asks a mail server that refused mail to a member of the team whether it takes this one, and says so if it does. */
export function mailIsTaken(config: Config, to: string): Message {
  return compose(config, {
    to,
    urgency: 'form',
    isMeantInTrial: true,
    subject: 'Email is accepted again',
    blocks: [
      'The mail server refused several emails of this site, and has accepted this one. Please look at those that could not be sent: resend or discard each of them.',
      button('See emails that could not be sent', config.publicUrl + adminPaths.mail),
    ],
  });
}
