import type { NominationId } from '#contract/ids.ts';
import { nominationPath } from '#contract/pages.ts';
import type { NominationAction } from '#core/nomination-status.ts';
import type { Config } from '#server/platform/config.ts';
import {
  button,
  compose,
  facts,
  type Message,
  paragraph,
  quote,
} from '#server/platform/mail/compose.ts';
import { mailsToMailbox } from '#server/platform/misuse/policy.ts';

interface SubmittedNomination {
  id: NominationId;
  nominee: string;
  causeName: string;
  description: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
}

/**
 * Tells the nominator that the nomination arrived and what happens next. Anybody can type any address into the form, so
 * it contains nothing that was typed.
 */
export function nominationReceived(
  config: Config,
  { id, email, causeName }: Pick<SubmittedNomination, 'id' | 'email' | 'causeName'>,
): Message {
  return compose(config, {
    to: email,
    urgency: 'form',
    subject: 'We received your nomination',
    blocks: [
      paragraph('Hello,'),
      paragraph(
        'Thank you for your nomination. Our team will contact you to vet the nominee and verify the information, and we will email you when we have decided.',
      ),
      facts([
        ['Cause', causeName],
        ['Nomination', id],
      ]),
      paragraph(
        `We send at most ${mailsToMailbox} of these confirmations a day to one address. Nominations beyond that arrive, too.`,
      ),
      paragraph(
        'If you did not nominate anybody, somebody typed your address into our form. You do not have to do anything.',
      ),
    ],
  });
}

/** Tells a member of the team about a nomination to vet. */
export function newNomination(
  config: Config,
  to: string,
  nomination: SubmittedNomination,
): Message {
  return compose(config, {
    to,
    urgency: 'form',
    replyTo: nomination.email,
    subject: `New nomination: ${nomination.nominee}`,
    blocks: [
      facts([
        ['Nominee', nomination.nominee],
        ['Cause', nomination.causeName],
        ['Nominated by', `${nomination.firstName} ${nomination.lastName}`],
        ['Email', nomination.email],
        ['Phone', nomination.phone],
        ['Zip code', nomination.zip],
      ]),
      quote(nomination.description),
      button('Open the nomination', config.publicUrl + nominationPath(nomination.id)),
    ],
  });
}

const news: Record<NominationAction, { subject: string; text: (nominee: string) => string }> = {
  accept: {
    subject: 'was accepted',
    text: (nominee) =>
      `Good news: we accepted your nomination of ${nominee}. We will now allocate donations to the same cause to it.`,
  },
  reject: {
    subject: 'was not accepted',
    text: (nominee) =>
      `Thank you for thinking of ${nominee}. We looked into your nomination, but could not accept it. If something is missing or has changed, please tell us, and we will look into it again.`,
  },
  complete: {
    subject: 'is completed',
    text: (nominee) =>
      `Your nomination of ${nominee} is completed: the money allocated to it has been put to use. Thank you for speaking up for somebody who needed help.`,
  },
};

/** Tells the nominator about a decision. */
export function nominationDecided(
  config: Config,
  { nominee, firstName, email }: { nominee: string; firstName: string; email: string },
  action: NominationAction,
): Message {
  return compose(config, {
    to: email,
    urgency: 'decision',
    subject: `Your nomination of ${nominee} ${news[action].subject}`,
    ...(config.teamEmail !== null && { replyTo: config.teamEmail }),
    blocks: [paragraph(`Dear ${firstName},`), paragraph(news[action].text(nominee))],
  });
}
