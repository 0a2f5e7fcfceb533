import { signInPaths } from '#contract/pages.ts';
import type { User } from '#contract/people/users.ts';
import { type Role, roles, roleWords } from '#core/people/rights.ts';
import { expiryOf, lifetimeHours } from '#server/people/sign-in/account-links.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';

/** Tells a new user who invites them as what, and where to choose a password. */
export function invitation(
  config: Config,
  user: User & { roles: Role[] },
  inviting: string[],
  token: string,
): Message {
  return compose(config, {
    to: user.email,
    urgency: 'account',
    isMeantInTrial: true,
    subject: `You are invited to help run ${config.site.name}`,
    expiresAt: expiryOf('invitation'),
    blocks: [
      `Hello ${user.firstName},`,
      `${inviting.join(' and ')} invited you: you now have an account in the admin area of ${config.site.name}. Choose a password to get started.`,
      facts(
        roles
          .filter((role) => user.roles.includes(role))
          .map((role) => [roleWords[role].name, roleWords[role].text]),
      ),
      button('Choose a password', `${config.publicUrl}${signInPaths.resetPassword}?token=${token}`),
      ...(config.oidc
        ? [
            `If you use this address at ${config.oidc.name}, you can sign in with that instead, without a password: ${config.publicUrl}${signInPaths.login}`,
          ]
        : []),
      `The link works once, within ${lifetimeHours.invitation} hours. After that, request a new one with "Forgot Your Password?".`,
    ],
  });
}
