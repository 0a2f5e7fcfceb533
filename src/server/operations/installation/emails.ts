import type { Config } from '#server/platform/config.ts';
import { compose, type Message } from '#server/platform/mail/compose.ts';

/** Shows whoever checks the installation that email arrives. */
export function checkMail(config: Config, to: string): Message {
  return compose(config, {
    to,
    urgency: 'form',
    isMeantInTrial: true,
    subject: 'Email works',
    blocks: [
      `Somebody has checked the installation of ${config.site.name} with this address. If you read this in your inbox, and not among spam, email works.`,
    ],
  });
}
