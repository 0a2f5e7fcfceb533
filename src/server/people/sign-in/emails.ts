import { signInPaths } from '#contract/pages.ts';
import type { User } from '#contract/people/users.ts';
import { expiryOf, lifetimeHours } from '#server/people/sign-in/account-links.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/** The link to choose a new password. */
export function passwordReset(config: Config, user: User, token: string): Message {
  return compose(config, {
    to: user.email,
    urgency: 'account',
    isMeantInTrial: true,
    subject: 'Reset your password',
    expiresAt: expiryOf('reset'),
    blocks: [
      `Hello ${user.firstName},`,
      `Somebody, hopefully you, requested a new password for ${config.site.name}.`,
      button(
        'Choose a new password',
        `${config.publicUrl}${signInPaths.resetPassword}?token=${token}`,
      ),
      `The link works once, within ${lifetimeHours.reset * 60} minutes. If it was not you, you do not have to do anything: your password stays the same.`,
    ],
  });
}

/** What has changed about how somebody signs in. */
export type AccountChange =
  | 'password'
  | 'email'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-codes'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'provider-connected'
  | 'provider-disconnected';

const sentences: Record<AccountChange, string> = {
  password: 'Your password was changed',
  email: 'Your email address was changed',
  'two-factor-on': 'Two-factor sign-in was turned on',
  'two-factor-off': 'Two-factor sign-in was turned off',
  'recovery-codes': 'New recovery codes were created',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'provider-connected': 'Your account was connected with another service for signing in',
  'provider-disconnected': 'Your account was disconnected from another service for signing in',
};

/** Tells the owner of an account what has changed, in case it was not them. */
export function accountNotice(
  config: Config,
  { firstName, email }: { firstName: string; email: string },
  change: AccountChange,
  details = '',
): Message {
  return compose(config, {
    to: email,
    urgency: 'account',
    isMeantInTrial: true,
    subject: sentences[change],
    blocks: [
      `Hello ${firstName},`,
      `${sentences[change]} at ${config.site.name}. ${details}`.trim(),
      'If it was you, there is nothing to do. If it was not, choose a new password immediately and tell another administrator.',
      button('Choose a new password', `${config.publicUrl}${signInPaths.forgotPassword}`),
    ],
  });
}
