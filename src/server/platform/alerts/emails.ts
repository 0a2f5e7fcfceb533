import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message, paragraph } from '#server/platform/mail/compose.ts';

const trialNote = paragraph('This site is being tried out: no money on it is real.');

/**
 * Tells a member of the team that something needs a person's attention. Whatever it is about, an alert of a trial
 * says so: it must not be taken for one about real money. Going live does not drop it, because it may be about the
 * server.
 */
export function alertRaised(
  config: Config,
  to: string,
  { title, message, path }: { title: string; message: string; path: string },
): Message {
  return compose(config, {
    to,
    urgency: 'decision',
    subject: `${config.isTrial ? 'Test: ' : ''}Needs attention: ${title}`,
    blocks: [
      ...(config.isTrial ? [trialNote] : []),
      paragraph(message),
      button('Open the admin area', config.publicUrl + path),
    ],
  });
}
