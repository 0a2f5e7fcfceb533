import { adminPaths } from '#contract/admin-pages.ts';
import { signInPaths } from '#contract/pages.ts';
import { holdDays } from '#core/people/approvals.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';

interface Told {
  name: string;
  email: string;
}

interface Change {
  /** What was done by whom, without a period. */
  sentence: string;
  facts: [string, string][];
  /** Who lost a right to approve to somebody else; null if nobody did. */
  loser: Told | null;
  isOfSettings: boolean;
}

/** Tells somebody who approves, or did until now, of a change of who approves and how. */
export function changeMade(
  config: Config,
  to: Told,
  { sentence, facts: rows, loser, isOfSettings }: Change,
  token: string,
): Message {
  const isLoser = loser?.email === to.email;
  return message(config, to, sentence, [
    `${sentence}.`,
    ...(rows.length > 0 ? [facts(rows)] : []),
    ...(loser
      ? [
          `For ${holdDays} days, anything that ${isLoser ? 'you' : loser.name} could approve still needs two people, while approvals by a second person are on.`,
        ]
      : []),
    `If this is not right, object within ${holdDays} days. Nothing that takes two people is done then for ${holdDays} days, unless you take the objection back or an owner who did not make the change, if there is one, lifts it.${isOfSettings ? ' At once, weaker rules go back to what they were, and donors are no longer asked to transfer money to other bank details until the team decides.' : ''}`,
    button('I object', answerLink(config, token, 'object')),
    ...(isLoser
      ? [
          'If you agree, say so, and the others can go on sooner.',
          button('I agree', answerLink(config, token, 'agree')),
        ]
      : []),
    'If this surprises you, talk to the others at once.',
  ]);
}

interface Objection {
  sentence: string;
  objector: Told;
  /** The end in words. */
  until: string;
}

/** Tells somebody who was told of a change that there is an objection to it. */
export function objectionMade(
  config: Config,
  to: Told,
  { sentence, objector, until }: Objection,
  token: string,
): Message {
  const isObjector = objector.email === to.email;
  const objects = isObjector ? 'You object' : `${objector.name} objects`;
  return message(config, to, `${objects} to a change`, [
    `${objects} to this: “${sentence}.”`,
    `Until ${until}, nothing that takes two people is done, unless ${isObjector ? 'you take' : `${objector.name} takes`} the objection back or an owner who did not make the change, if there is one, lifts it under Approvals.`,
    isObjector
      ? button('Take the objection back', answerLink(config, token, 'agree'))
      : button('Open Approvals', `${config.publicUrl}${adminPaths.approvals}`),
  ]);
}

/** Tells somebody who was told of a change how it is settled. */
export function changeSettled(config: Config, to: Told, sentence: string, how: string): Message {
  return message(config, to, how, [`${how}. It was about this: “${sentence}.”`]);
}

function message(
  config: Config,
  { name, email }: Told,
  subject: string,
  blocks: Parameters<typeof compose>[1]['blocks'],
): Message {
  return compose(config, {
    to: email,
    urgency: 'account',
    isMeantInTrial: true,
    subject,
    blocks: [`Hello ${name},`, ...blocks],
  });
}

function answerLink(config: Config, token: string, answer: 'object' | 'agree'): string {
  return `${config.publicUrl}${signInPaths.answerChange}?answer=${answer}&token=${token}`;
}
