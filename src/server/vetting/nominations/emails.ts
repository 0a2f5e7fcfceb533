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

/** Tells the nominator that the nomination arrived and what happens now. */
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
      paragraph('We will write to you when there is a decision.'),
    ],
  });
}

/** Tells a member of the team that there is a nomination to vet. */
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
      `Good news: your nomination of ${nominee} was accepted. We will now allocate donations made for this cause to it.`,
  },
  reject: {
    subject: 'was not accepted',
    text: (nominee) =>
      `Thank you for thinking of ${nominee}. After looking into your nomination we could not accept it. If something has changed or is missing, reply to us and we will look again.`,
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
