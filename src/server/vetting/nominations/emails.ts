import { nominationPath, nominationWorkspacePath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import { needPath } from '#contract/pages.ts';
import { formatCents } from '#core/platform/money.ts';
import { appealDays, usualOtherHelp, whyDeclined } from '#core/vetting/decision-reasons.ts';
import {
  type NomineeKnows,
  nomineeKnowsWords,
  type Urgency,
  urgencyWords,
} from '#core/vetting/nomination-needs.ts';
import type { NominationAction } from '#core/vetting/nomination-status.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type Block,
  button,
  compose,
  facts,
  heading,
  type Message,
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
  /** In cents. */
  neededAmount?: number | undefined;
  urgency?: Urgency | undefined;
  nomineeKnows?: NomineeKnows | undefined;
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
      'Hello,',
      'Thank you for your nomination. Our team reads it, contacts you if it needs to know more to vet the nominee and verify the information, and emails you what it decides.',
      facts([
        ['Cause', causeName],
        ['Reference', reference],
      ]),
      'You can see how far we are at any time, and answer our questions, with this private link. Anyone who has it can do so, so keep it to yourself.',
      button('See your nomination', trackingUrl),
      'If you did not nominate anybody, somebody typed your address into our form. You do not have to do anything.',
    ],
  });
}

/** Tells a member of the team about a nomination to vet. */
export function newNomination(
  config: Config,
  to: string,
  nomination: SubmittedNomination,
): Message {
  const { neededAmount, urgency, nomineeKnows } = nomination;
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
        ...(neededAmount === undefined
          ? []
          : [['Needed', formatCents(neededAmount)] satisfies [string, string]]),
        ...(urgency === undefined
          ? []
          : [['How soon', urgencyWords[urgency]] satisfies [string, string]]),
        ...(nomineeKnows === undefined
          ? []
          : [['Nominee knows', nomineeKnowsWords[nomineeKnows]] satisfies [string, string]]),
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

/**
 * Tells the nominator about a decision, with the facts of the moment at which it is written: in the words of somebody of
 * the team, or in our usual ones.
 */
export function nominationDecided(
  config: Config,
  facts: DecisionFacts,
  action: NominationAction,
  words: DecisionWords,
): Message {
  const { nominee, firstName, email } = facts;
  const mayQuote = wasVetted(facts, action);
  return compose(config, {
    to: email,
    urgency: 'decision',
    subject: `Your nomination ${mayQuote ? `of ${nominee} ` : ''}${subjectEnd(facts, action)}`,
    ...(facts.hadMoney && action !== 'accept' && { isAboutMoney: true }),
    blocks: [
      ...(words.letter === null
        ? [mayQuote ? `Dear ${firstName},` : 'Hello,', ...news[action](facts, config, words)]
        : paragraphs(words.letter)),
      // Whoever nominated several can tell which one it is.
      ...(words.letter !== null || !mayQuote ? [whichOne(facts)] : []),
      ...(action === 'reject' ? afterRejection(facts, words) : []),
      ...(hasTrackingLink(action, words.letter)
        ? [button('See your nomination', words.trackingUrl ?? '#'), keepToYourself]
        : []),
    ],
  });
}

/** What the mail of a decision has besides its facts. */
interface DecisionWords {
  /** What somebody of the team wrote; null for our usual words. */
  letter: string | null;
  /** Our usual words tell a nominator why a nomination is declined; null: nobody chose a reason. */
  reason: string | null;
  /** Where else to ask for help. */
  otherHelp: string;
  /** A private link to the tracking page; null while there is none, as in a preview. */
  trackingUrl: string | null;
}

/** A letter, or null for our usual words, with what the settings add to it. */
export function decisionWords(
  { letter, reason }: { letter: string | null; reason: string | null },
  { nominees }: { nominees: { otherHelp: string } },
  trackingUrl: string | null = null,
): DecisionWords {
  return { letter, reason, otherHelp: nominees.otherHelp || usualOtherHelp, trackingUrl };
}

/** Whether the mail leads to the tracking page: with a letter, and always to where a rejection can be appealed. */
export function hasTrackingLink(action: NominationAction, letter: string | null): boolean {
  return letter !== null || action === 'reject';
}

function whichOne({ cause, reference }: DecisionFacts): Block {
  return facts([
    ['Cause', cause],
    ['Reference', reference],
  ]);
}

/** What holds for every rejection, whoever wrote its words: what became of money, other help, and the appeal. */
function afterRejection({ hadMoney }: DecisionFacts, { otherHelp }: DecisionWords): Block[] {
  return [
    ...(hadMoney
      ? ['The money that was allocated to it went back to the donations that it came from.']
      : []),
    heading('Where else you can ask for help'),
    ...paragraphs(otherHelp),
    `If you think that we are wrong, or if something has changed, you can appeal within ${appealDays} days on the page of your nomination. Someone other than the person who decided looks at it then, if our team has more than one who can. What we decide then is final.`,
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
            'Hello,',
            `Thank you for your appeal. We looked into your nomination ${reference} once more, and it stays declined. We are sorry. This decision is final.`,
          ]
        : [
            ...paragraphs(letter),
            `Your nomination ${reference} stays declined, and this decision is final.`,
          ]),
      button('See your nomination', url),
      keepToYourself,
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
      `The nominator of ${reference} has appealed against the rejection. Whoever rejected it decides about it only if nobody else can.`,
      button('Read the appeal', `${config.publicUrl}${nominationWorkspacePath(id)}#decisions`),
    ],
  });
}

/** A text with empty lines as paragraphs. */
function paragraphs(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
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

const news: Record<
  NominationAction,
  (facts: DecisionFacts, config: Config, words: DecisionWords) => Block[]
> = {
  accept: accepted,
  reject: rejected,
  complete: completed,
};

function accepted({ nominee, cause, knownStatus, isAllowed }: DecisionFacts): Block[] {
  const what =
    knownStatus === 'rejected'
      ? `we looked into your nomination of ${nominee} again and accepted it`
      : `we accepted your nomination of ${nominee}`;
  const next = isAllowed
    ? `Donations for ${cause} can now be allocated to it.`
    : `Before donations for ${cause} can be allocated to it, the nominee has to agree. We ask them ourselves.`;
  return [`Good news: ${what}. ${next}`];
}

function rejected(rejection: DecisionFacts, _: Config, { reason }: DecisionWords): Block[] {
  return [
    wasVetted(rejection, 'reject')
      ? `We told you that we had accepted your nomination of ${rejection.nominee}. We are sorry to take that back: we looked into it again and cannot support it after all.`
      : 'Thank you for your nomination, and for the time that you took. We are sorry that we could not accept it.',
    whyDeclined(reason),
  ];
}

function completed(facts: DecisionFacts, { publicUrl }: Config): Block[] {
  const { id, nominee, spentCents, provenCents, didNotWorkOut } = facts;
  const isOnlyClosed = didNotWorkOut || spentCents === 0;
  return [
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
    ...(provenCents > 0
      ? [
          provenCents === spentCents
            ? 'Everyone can see how it was spent, with receipts:'
            : `Everyone can see how ${formatCents(provenCents)} of it was spent, with receipts:`,
          button('See how it was spent', `${publicUrl}${needPath(id)}`),
        ]
      : didNotWorkOut
        ? [button('See what happened', `${publicUrl}${needPath(id)}`)]
        : []),
    'Thank you for speaking up.',
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
