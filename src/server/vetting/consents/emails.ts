import { nominationWorkspacePath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import { storedDataUrl } from '#contract/pages.ts';
import { formatCents } from '#core/platform/money.ts';
import {
  type ConsentRelation,
  consentReminderDays,
  type HelpStage,
  helpDecisions,
  helpLeads,
} from '#core/vetting/consent.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, link, type Message } from '#server/platform/mail/compose.ts';

/* Mails about the consent of a nominee. */

/** For whom somebody is asked, in a sentence. */
export const forWhom: Record<ConsentRelation, string> = {
  self: 'you',
  guardian: 'somebody you care for',
  representative: 'your organization',
};

interface Asked {
  askedAs: ConsentRelation;
  help: HelpStage;
  /** Whether something about them is public already. */
  isShown: boolean;
  url: string;
}

/**
 * Asks a nominee, or whoever decides for them. It has no name and no story, and does not say who nominated: nobody has
 * confirmed the address.
 */
export function consentAsked(
  config: Config,
  { to, askedAs, help, isShown, url }: Asked & { to: string },
): Message {
  const { name } = config.site;
  return compose(config, {
    to,
    urgency: 'form',
    subject: `May ${name} ${subjects[help]}?`,
    blocks: [
      'Hello,',
      helpLeads[help](name, forWhom[askedAs]),
      ...(isShown
        ? [
            'Something about it is on our website now. If you do not want it there, say so on the page below, and it vanishes at once.',
          ]
        : []),
      `On this private page you see what we show or would show, and decide: ${helpDecisions[help]}whether a name, a story, and photos may be seen, and until when. You can say no, and you can change your mind at any time.`,
      button('Read and decide', url),
      `Anyone who has this link can decide in your place, so keep it to yourself. ${isShown ? 'If you do not answer, what is on our website can stay there' : 'If you do not know what this is about, you do not have to do anything'}. We do not store your email address with it.`,
      link('What we store about you, and your rights', storedDataUrl(config.publicUrl, 'nominee')),
    ],
  });
}

/** The same as a text message, to copy. */
export function consentText(config: Config, { askedAs, help, isShown, url }: Asked): string {
  const shown = isShown ? ' Something about it is on our website now.' : '';
  return `${config.site.name}, a charity, ${wishes[help]} ${forWhom[askedAs]}.${shown} Please read and decide on this private page: ${url}`;
}

const subjects: Record<HelpStage, string> = {
  proposed: 'help',
  begun: 'go on helping',
  over: 'show its help',
};

const wishes: Record<HelpStage, string> = {
  proposed: 'would like to help',
  begun: 'would like to go on helping',
  over: 'would like to show its help for',
};

const newsTexts = {
  given: {
    subject: 'A nominee has agreed',
    text: 'The nominee has agreed. See what may be shown, and until when.',
  },
  declined: {
    subject: 'A nominee has declined',
    text: 'The nominee has said no. Nothing of theirs is public.',
  },
  declinedPage: {
    subject: 'A nominee has declined',
    text: 'The nominee has said no. What was public has vanished.',
  },
  takenDown: {
    subject: 'A nominee had a page taken down',
    text: 'The nominee does not want to be shown, without an answer to what we ask. What was public has vanished.',
  },
  withdrawn: {
    subject: 'A nominee has withdrawn the consent',
    text: 'The nominee has withdrawn the consent. What was public has vanished.',
  },
  ended: {
    subject: 'The consent of a nominee has ended',
    text: 'The consent of the nominee has ended today. What was public has vanished. Ask again if it should go on.',
  },
  ending: {
    subject: 'The consent of a nominee ends soon',
    text: `The consent of the nominee ends within ${consentReminderDays} days. Then, what is public vanishes. Ask again if it should go on.`,
  },
  correction: {
    subject: 'A nominee wants something corrected',
    text: 'The nominee tells us that something about them is wrong.',
  },
};

/** Tells a member of the team what a nominee said, without their words. */
export function consentNews(
  config: Config,
  to: string,
  {
    id,
    reference,
    allocatedCents,
    spentCents,
  }: { id: NominationId; reference: string; allocatedCents: number; spentCents: number },
  news: keyof typeof newsTexts,
  /** What has the name, and took the page down with it. */
  named: { word: string; where: string } | null = null,
): Message {
  const { subject, text } = newsTexts[news];
  const isOver = !['given', 'ending', 'correction'].includes(news);
  const unspent = allocatedCents - spentCents;
  return compose(config, {
    to,
    urgency: 'form',
    subject: `${subject}: ${reference}`,
    blocks: [
      text,
      ...(named
        ? [
            `The nominee stays unnamed, but ${named.where} has “${named.word}”. So the public page is hidden now: take the name out wherever it is, and publish the page again.`,
          ]
        : []),
      ...(isOver && unspent > 0
        ? [
            `${formatCents(unspent)} is allocated to this nomination and not spent. It stays there until somebody of the team decides: release it, or talk to the nominee.`,
          ]
        : []),
      button('Open the nomination', `${config.publicUrl}${nominationWorkspacePath(id)}#consent`),
    ],
  });
}
