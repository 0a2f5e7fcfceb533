import { adminPaths, signInPaths } from '#contract/pages.ts';
import type { User } from '#contract/people/users.ts';
import { expiryOf } from '#server/people/sign-in/account-links.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message, paragraph } from '#server/platform/mail/compose.ts';

/** Tells a new administrator where to choose a password. */
export function invitation(config: Config, user: User, token: string): Message {
  return compose(config, {
    to: user.email,
    urgency: 'account',
    isMeantInTrial: true,
    subject: `You are invited to help run ${config.site.name}`,
    expiresAt: expiryOf('invitation'),
    blocks: [
      paragraph(`Hello ${user.firstName},`),
      paragraph(
        `You now have an account in the admin area of ${config.site.name}. Choose a password to get started.`,
      ),
      button('Choose a password', `${config.publicUrl}${signInPaths.resetPassword}?token=${token}`),
      ...(config.oidc
        ? [
            paragraph(
              `If you use this address at ${config.oidc.name}, you can sign in with that instead, without a password: ${config.publicUrl}${signInPaths.login}`,
            ),
          ]
        : []),
      paragraph(
        'The link works once, within 72 hours. After that, request a new one with "Forgot Your Password?".',
      ),
    ],
  });
}

interface GoneOwner {
  /** Who was an owner until now. */
  name: string;
  /** Who decided it. */
  by: string;
  ownersLeft: number;
}

/** Tells an owner, and whoever was one until now, that there is one less. */
export function ownerGone(
  config: Config,
  { firstName, email }: { firstName: string; email: string },
  { name, by, ownersLeft }: GoneOwner,
): Message {
  return compose(config, {
    to: email,
    urgency: 'account',
    isMeantInTrial: true,
    subject: `${name} is no longer an owner of ${config.site.name}`,
    blocks: [
      paragraph(`Hello ${firstName},`),
      paragraph(`${by} has decided that ${name} is no longer an owner.`),
      ...(ownersLeft === 1
        ? [
            paragraph(
              'There is only one owner now. Until there is a second one, what two owners decide together is decided by one: who becomes an owner, and the limits above which a second person approves.',
            ),
          ]
        : []),
      paragraph('If this surprises you, talk to the others at once.'),
      button('Open the list of users', `${config.publicUrl}${adminPaths.users}`),
    ],
  });
}
