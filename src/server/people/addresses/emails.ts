import { signInPaths } from '#contract/pages.ts';
import { expiryOf, lifetimeHours } from '#server/people/sign-in/account-links.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/* Mails about a new address of an account. */

/** A change of address as the mails about it tell it. */
interface Change {
  firstName: string;
  from: string;
  to: string;
}

/** To the new address. It may be mistyped and belong to a stranger, so it names nobody. */
export function confirmNewAddress(config: Config, to: string, token: string): Message {
  return compose(config, {
    to,
    urgency: 'account',
    isMeantInTrial: true,
    subject: 'Confirm your new email address',
    expiresAt: expiryOf('confirm-address'),
    blocks: [
      'Hello,',
      `Somebody asked to use this email address for an account in the admin area of ${config.site.name}. Is it yours?`,
      button('Confirm this address', linkTo(config, signInPaths.confirmAddress, token)),
      `The link works once, within ${lifetimeHours['confirm-address']} hours. If you do not know what this is about, you can ignore this email.`,
    ],
  });
}

/** To the current address, when its owner has asked for a new one. */
export function addressAboutToChange(config: Config, change: Change, stopToken: string): Message {
  const { firstName, from, to } = change;
  return compose(config, {
    to: from,
    urgency: 'account',
    isMeantInTrial: true,
    subject: 'Your email address is about to change',
    expiresAt: expiryOf('stop-address'),
    blocks: [
      `Hello ${firstName},`,
      `Somebody, hopefully you, asked to change the email address of your account at ${config.site.name} from ${from} to ${to}. It changes as soon as the link that we sent to the new address is opened.`,
      'If it was not you, stop it, and choose a new password immediately.',
      button('Stop the change', linkTo(config, signInPaths.stopAddressChange, stopToken)),
    ],
  });
}

/** To the current address, when a colleague has asked for a new one. */
export function agreeToNewAddress(
  config: Config,
  { firstName, from, to, requester }: Change & { requester: string },
  { agreeToken, stopToken }: { agreeToken: string; stopToken: string },
): Message {
  return compose(config, {
    to: from,
    urgency: 'account',
    isMeantInTrial: true,
    subject: 'Do you agree to a new email address?',
    expiresAt: expiryOf('agree-address'),
    blocks: [
      `Hello ${firstName},`,
      `${requester} wants to change the email address of your account at ${config.site.name} from ${from} to ${to}. Nothing changes unless you agree, and open the link that we sent to the new address, too.`,
      button('Agree to the new address', linkTo(config, signInPaths.confirmAddress, agreeToken)),
      `The link works once, within ${lifetimeHours['agree-address']} hours. If you do not agree, stop the change:`,
      button('Stop the change', linkTo(config, signInPaths.stopAddressChange, stopToken)),
    ],
  });
}

function linkTo(config: Config, path: string, token: string): string {
  return `${config.publicUrl}${path}?token=${token}`;
}
