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

/** Tells the nominator that the nomination arrived and what happens next. */
export function nominationReceived(config: Config, nomination: SubmittedNomination): Message {
  return compose(config, {
    to: nomination.email,
    subject: `We received your nomination of ${nomination.nominee}`,
    blocks: [
      paragraph(`Dear ${nomination.firstName},`),
      paragraph(
        `Thank you for nominating ${nomination.nominee}. Our team will contact you to vet the nominee and verify the information.`,
      ),
      facts([
        ['Nominee', nomination.nominee],
        ['Cause', nomination.causeName],
        ['Nomination', nomination.id],
      ]),
      paragraph('You wrote:'),
      quote(nomination.description),
      paragraph('We will email you when we have decided.'),
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
    subject: `Your nomination of ${nominee} ${news[action].subject}`,
    ...(config.teamEmail !== null && { replyTo: config.teamEmail }),
    blocks: [paragraph(`Dear ${firstName},`), paragraph(news[action].text(nominee))],
  });
}
