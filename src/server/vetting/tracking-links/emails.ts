import { formatDate } from '#core/platform/dates.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';

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
      'Hello,',
      `This is the private link to your nomination ${reference}. It shows how far we are, and any questions that we have. Links in earlier emails about this nomination no longer work.`,
      button('See your nomination', url),
      keepToYourself,
    ],
  });
}

interface LinkedNomination {
  reference: string;
  createdAt: string;
  causeName: string;
  url: string;
}

/**
 * New private links to the nominations of an address, the latest first. Nobody has confirmed it, so it contains nothing
 * that was typed.
 */
export function trackingLinks(
  config: Config,
  email: string,
  { nominations, hasMore }: { nominations: readonly LinkedNomination[]; hasMore: boolean },
  timeZone: string,
): Message {
  const isOne = nominations.length === 1;
  return compose(config, {
    to: email,
    urgency: 'form',
    subject: isOne ? 'The link to your nomination' : 'The links to your nominations',
    blocks: [
      'Hello,',
      isOne
        ? 'You asked for the private link to your nomination. It shows how far we are, and any questions that we have.'
        : 'You asked for the private links to your nominations. Each shows how far we are, and any questions that we have.',
      ...nominations.flatMap(({ reference, createdAt, causeName, url }) => [
        facts([
          ['Cause', causeName],
          ['Reference', reference],
          ['Received', formatDate(createdAt, timeZone)],
        ]),
        button(isOne ? 'See your nomination' : `See your nomination ${reference}`, url),
      ]),
      ...(hasMore
        ? [
            `These are your latest ${nominations.length} nominations. To see how far an earlier one is, write to us with its reference.`,
          ]
        : []),
      isOne
        ? keepToYourself
        : 'Anyone who has one of these links can see the nomination and answer for you, so keep them to yourself.',
      'If you did not ask for this, you do not have to do anything.',
    ],
  });
}

/** What every mail with a link to a tracking page says. */
export const keepToYourself =
  'Anyone who has this link can see the nomination and answer for you, so keep it to yourself.';
