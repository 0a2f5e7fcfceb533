import { nominationWorkspacePath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';
import { keepToYourself } from '#server/vetting/tracking-links/emails.ts';

/* Mails about questions to a nominator and their answers. */

/*
 * Mail to a nominator has neither the story nor a name, and none of the words of a question, which may contain both:
 * nobody has confirmed the address, and a mailbox may be read by others.
 */

interface ToNominator {
  email: string;
  reference: string;
  /** A private link to the tracking page. */
  url: string;
}

/** Tells the nominator that there are questions. */
export function questionsAsked(
  config: Config,
  { count, dueOn, ...to }: ToNominator & { count: number; dueOn: string | null },
): Message {
  const due = dueOn === null ? '' : ` Please answer by ${formatDay(dueOn)}, if you can.`;
  return letter(config, to, {
    subject: `${count === 1 ? 'A question' : `${count} questions`} about your nomination ${to.reference}`,
    text: `We are checking your nomination ${to.reference} and need to know more from you before we can decide.${due}`,
  });
}

/** Reminds the nominator of questions without an answer. */
export function questionsWait(config: Config, to: ToNominator & { count: number }): Message {
  return letter(config, to, {
    subject: `Reminder: your nomination ${to.reference} waits for your answer`,
    text: `${to.count === 1 ? 'A question' : `${to.count} questions`} about your nomination ${to.reference} ${to.count === 1 ? 'has' : 'have'} no answer yet. We need it before we can decide.`,
  });
}

/** Tells the nominator that nobody works on the nomination until there is an answer. */
export function nominationRests(config: Config, to: ToNominator): Message {
  return letter(config, to, {
    subject: `Your nomination ${to.reference} rests until you answer`,
    text: `We have not heard from you, so your nomination ${to.reference} rests. It is not declined: as soon as you answer, we go on.`,
  });
}

function letter(
  config: Config,
  { email, url }: ToNominator,
  { subject, text }: { subject: string; text: string },
): Message {
  return compose(config, {
    to: email,
    urgency: 'form',
    subject,
    blocks: ['Hello,', text, button('Read and answer', url), keepToYourself],
  });
}

/** Tells a member of the team that a nominator has answered. */
export function answerArrived(
  config: Config,
  to: string,
  { id, reference, isCorrection }: { id: NominationId; reference: string; isCorrection: boolean },
): Message {
  return compose(config, {
    to,
    urgency: 'form',
    subject: `${isCorrection ? 'Corrected answer' : 'Answer'} about nomination ${reference}`,
    blocks: [
      isCorrection
        ? `The nominator of ${reference} has corrected an answer. The earlier version is still there.`
        : `The nominator of ${reference} has answered a question.`,
      button('Read the answer', `${config.publicUrl}${nominationWorkspacePath(id)}#questions`),
    ],
  });
}
