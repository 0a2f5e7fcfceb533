import type { NominationId } from '#contract/ids.ts';
import { needPath, nominationPath, nominationWorkspacePath } from '#contract/pages.ts';
import { appealDays } from '#core/decision-reasons.ts';
import { formatCents } from '#core/money.ts';
import type { NominationAction } from '#core/nomination-status.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type Block,
  button,
  compose,
  facts,
  heading,
  type Message,
  paragraph,
  quote,
} from '#server/platform/mail/compose.ts';
import type { DecisionFacts } from '#server/vetting/nominations/decision-facts.ts';
import { keepToYourself } from '#server/vetting/tracking-links/emails.ts';

interface SubmittedNomination {
  id: NominationId;
  reference: string;
  /** The private link to its tracking page. */
  trackingUrl: string;
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
  {
    email,
    causeName,
    reference,
    trackingUrl,
  }: Pick<SubmittedNomination, 'email' | 'causeName' | 'reference' | 'trackingUrl'>,
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
        ['Reference', reference],
      ]),
      paragraph(
        'You can see how far we are at any time, and answer our questions, with this private link. Anyone who has it can do so, so keep it to yourself.',
      ),
      button('See your nomination', trackingUrl),
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
        ['Reference', nomination.reference],
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

/** Tells the nominator about a decision, with the facts of the moment at which it is written. */
export function nominationDecided(
  config: Config,
  facts: DecisionFacts,
  action: NominationAction,
  words: LetterWords | null = null,
): Message {
  const { nominee, firstName, email } = facts;
  const mayQuote = wasVetted(facts, action);
  return compose(config, {
    to: email,
    urgency: 'decision',
    subject: `Your nomination ${mayQuote ? `of ${nominee} ` : ''}${subjectEnd(facts, action)}`,
    ...(facts.hadMoney && action !== 'accept' && { isAboutMoney: true }),
    blocks:
      words === null
        ? [paragraph(mayQuote ? `Dear ${firstName},` : 'Hello,'), ...news[action](facts, config)]
        : letterBlocks(words, facts, action),
  });
}

/** What somebody of the team wrote, with what stands below it. */
export interface LetterWords {
  letter: string;
  /** Where else to ask for help; empty for nowhere. */
  otherHelp: string;
  /** A private link to the tracking page; null while there is none, as in a preview. */
  trackingUrl: string | null;
}

/** A letter with what the settings add to it. */
export function letterWords(
  letter: string,
  { nominees }: { nominees: { otherHelp: string } },
  trackingUrl: string | null = null,
): LetterWords {
  return { letter, otherHelp: nominees.otherHelp, trackingUrl };
}

/** A letter says what somebody wrote, and what always holds: other help, and the appeal. */
function letterBlocks(
  { letter, otherHelp, trackingUrl }: LetterWords,
  { reference, cause, hadMoney }: DecisionFacts,
  action: NominationAction,
): Block[] {
  return [
    ...paragraphs(letter),
    facts([
      ['Cause', cause],
      ['Reference', reference],
    ]),
    ...(action === 'reject'
      ? [
          ...(hadMoney
            ? [
                paragraph(
                  'The money that was allocated to it went back to the donations that it came from.',
                ),
              ]
            : []),
          ...(otherHelp === ''
            ? []
            : [heading('Where else you can ask for help'), ...paragraphs(otherHelp)]),
          paragraph(
            `If you think that we are wrong, you can appeal within ${appealDays} days on the page of your nomination. Another person of our team than the one who decided then looks at it, if there is one, and that decision is final.`,
          ),
        ]
      : []),
    button('See your nomination', trackingUrl ?? '#'),
    paragraph(keepToYourself),
  ];
}

/** Tells the nominator that an appeal changed nothing. */
export function appealUpheld(
  config: Config,
  {
    email,
    reference,
    letter,
    url,
  }: { email: string; reference: string; letter: string; url: string },
): Message {
  return compose(config, {
    to: email,
    urgency: 'decision',
    subject: `Your appeal about nomination ${reference}`,
    blocks: [
      ...(letter === ''
        ? [
            paragraph('Hello,'),
            paragraph(
              `Thank you for your appeal. We looked into your nomination ${reference} once more, and it stays declined. We are sorry. This decision is final.`,
            ),
          ]
        : [
            ...paragraphs(letter),
            paragraph(`Your nomination ${reference} stays declined, and this decision is final.`),
          ]),
      button('See your nomination', url),
      paragraph(keepToYourself),
    ],
  });
}

/** Tells a member of the team about an appeal, without its words. */
export function appealArrived(
  config: Config,
  to: string,
  { id, reference }: { id: NominationId; reference: string },
): Message {
  return compose(config, {
    to,
    urgency: 'form',
    subject: `Appeal about nomination ${reference}`,
    blocks: [
      paragraph(
        `The nominator of ${reference} has appealed against the rejection. Somebody else than whoever rejected it has to decide.`,
      ),
      button('Read the appeal', `${config.publicUrl}${nominationWorkspacePath(id)}#decisions`),
    ],
  });
}

/** A text with empty lines as paragraphs. */
function paragraphs(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(paragraph);
}

/**
 * Whether somebody has found the nomination good. What is rejected at once may be an advertisement that somebody typed
 * into the form together with the address of somebody else, who would get it from us.
 */
function wasVetted({ knownStatus }: DecisionFacts, action: NominationAction): boolean {
  return action !== 'reject' || knownStatus === 'accepted';
}

const subjects: Record<NominationAction, string> = {
  accept: 'was accepted',
  reject: 'was not accepted',
  complete: 'is completed',
};

function subjectEnd({ didNotWorkOut }: DecisionFacts, action: NominationAction): string {
  // "Completed" sounds like a success.
  return action === 'complete' && didNotWorkOut ? 'is closed' : subjects[action];
}

const news: Record<NominationAction, (facts: DecisionFacts, config: Config) => Block[]> = {
  accept: accepted,
  reject: rejected,
  complete: completed,
};

function accepted({ nominee, cause, knownStatus }: DecisionFacts): Block[] {
  const what =
    knownStatus === 'rejected'
      ? `we looked into your nomination of ${nominee} again and accepted it`
      : `we accepted your nomination of ${nominee}`;
  return [paragraph(`Good news: ${what}. Donations for ${cause} can now be allocated to it.`)];
}

function rejected(rejection: DecisionFacts, { teamEmail }: Config): Block[] {
  const { reference, nominee, cause, hadMoney } = rejection;
  const mayQuote = wasVetted(rejection, 'reject');
  const sentences = [
    mayQuote
      ? `We told you that we had accepted your nomination of ${nominee}. We are sorry to take that back: we looked into it again and cannot support it after all.`
      : 'Thank you for your nomination. We looked into it, but could not accept it.',
    ...(hadMoney
      ? ['The money that was allocated to it went back to the donations that it came from.']
      : []),
    // Only where somebody reads the answer.
    ...(teamEmail === null
      ? []
      : [
          'If something is missing or has changed, please reply to this email, and we will look into it again.',
        ]),
  ];
  return [
    paragraph(sentences.join(' ')),
    // As in the confirmation, so that whoever nominated several can tell which one it is.
    ...(mayQuote
      ? []
      : [
          facts([
            ['Cause', cause],
            ['Reference', reference],
          ]),
        ]),
  ];
}

function completed(facts: DecisionFacts, { publicUrl }: Config): Block[] {
  const { id, nominee, spentCents, provenCents, didNotWorkOut } = facts;
  const isOnlyClosed = didNotWorkOut || spentCents === 0;
  return [
    paragraph(
      [
        isOnlyClosed
          ? `We have closed your nomination of ${nominee}.`
          : `Your nomination of ${nominee} is completed.`,
        ...(didNotWorkOut
          ? ['We are sorry: this help did not work out, as an update on its public page says.']
          : []),
        whatWasSpent(facts),
        ...whatIsLeft(facts),
      ].join(' '),
    ),
    ...(provenCents > 0
      ? [
          paragraph(
            provenCents === spentCents
              ? 'Everyone can see how it was spent, with receipts:'
              : `Everyone can see how ${formatCents(provenCents)} of it was spent, with receipts:`,
          ),
          button('See how it was spent', `${publicUrl}${needPath(id)}`),
        ]
      : didNotWorkOut
        ? [button('See what happened', `${publicUrl}${needPath(id)}`)]
        : []),
    paragraph('Thank you for speaking up for somebody who needed help.'),
  ];
}

function whatWasSpent({ allocatedCents, spentCents }: DecisionFacts): string {
  const all = formatCents(allocatedCents);
  if (allocatedCents === 0) return 'No money is allocated to it, and none was spent.';
  if (spentCents === 0) return `${all} was allocated to it and has not been spent.`;
  if (spentCents === allocatedCents) return `All of the ${all} allocated to it was spent.`;
  return `${formatCents(spentCents)} of the ${all} allocated to it was spent.`;
}

/** Even a closed nomination may spend it. Otherwise, it is released, and then only the same cause may use it. */
function whatIsLeft({ allocatedCents, spentCents, cause }: DecisionFacts): string[] {
  if (spentCents === allocatedCents) return [];
  const rest =
    spentCents === 0 ? 'It' : `The ${formatCents(allocatedCents - spentCents)} that is left`;
  return [`${rest} can still go to this need, or to another need of ${cause}.`];
}
