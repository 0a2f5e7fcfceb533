import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message, paragraph } from '#server/platform/mail/compose.ts';

/**
 * A new private link to the tracking page. Earlier links no longer work. Nobody has confirmed the address, so it
 * contains nothing that was typed.
 */
export function newTrackingLink(
  config: Config,
  { email, reference, url }: { email: string; reference: string; url: string },
): Message {
  return compose(config, {
    to: email,
    urgency: 'form',
    subject: `Your link to your nomination ${reference}`,
    blocks: [
      paragraph('Hello,'),
      paragraph(
        `This is the private link to your nomination ${reference}. It shows how far we are, and any questions that we have. Links in earlier emails about this nomination no longer work.`,
      ),
      button('See your nomination', url),
      paragraph(keepToYourself),
    ],
  });
}

/** What every mail with a link to a tracking page says. */
export const keepToYourself =
  'Anyone who has this link can see the nomination and answer for you, so keep it to yourself.';
