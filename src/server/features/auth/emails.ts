import type { CurrentUser } from '#contract/people/sign-in.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message, paragraph } from '#server/platform/mail/compose.ts';
import { expiryOf } from '#server/people/sign-in/account-links.ts';

/** The link to choose a new password. */
export function passwordReset(config: Config, user: CurrentUser, token: string): Message {
  return compose(config, {
    to: user.email,
    subject: 'Reset your password',
    expiresAt: expiryOf('reset'),
    blocks: [
      paragraph(`Hello ${user.firstName},`),
      paragraph(`Somebody, hopefully you, asked for a new password at ${config.site.name}.`),
      button('Choose a new password', `${config.publicUrl}/auth/reset-password?token=${token}`),
      paragraph(
        'The link works once, within 30 minutes. If it was not you, do nothing: your password stays as it is.',
      ),
    ],
  });
}
