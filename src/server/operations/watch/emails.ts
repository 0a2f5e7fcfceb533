import { adminPaths } from '#contract/admin-pages.ts';
import { alertRaised } from '#server/platform/alerting/emails.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/**
 * Two mails that ask a mail server that refused others whether it takes these. The first is as what was refused, so that one
 * that takes only the second is found out; the second says that it did.
 */
export function mailIsTried(config: Config, to: string): Message {
  return alertRaised(config, to, {
    title: 'Some email does not leave',
    message:
      'The mail server refused emails of this site, or let them wait. Please see which ones, and why.',
    path: adminPaths.mail,
  });
}

/** Leaves only right after the first one was accepted. */
export function mailIsTaken(config: Config, to: string): Message {
  return compose(config, {
    to,
    urgency: 'form',
    isMeantInTrial: true,
    subject: 'Email is accepted again',
    blocks: [
      'The mail server refused several emails of this site, and has accepted this one and another one. Please look at those that could not be sent: resend or discard each of them.',
      button('See emails that could not be sent', config.publicUrl + adminPaths.mail),
    ],
  });
}
