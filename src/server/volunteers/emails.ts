import { volunteerPath } from '#contract/admin-pages.ts';
import type { VolunteerOfferId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { describeTime } from '#core/platform/working-time.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';

interface DoneWork {
  day: string;
  minutes: number;
  what: string;
}

/** What thanks say until somebody writes their own words: what was done, and when, the earliest first. */
export function proposeThanks(
  { firstName }: { firstName: string },
  siteName: string,
  work: readonly DoneWork[],
): string {
  const total = work.reduce((sum, { minutes }) => sum + minutes, 0);
  const lines = work.map(
    ({ day, minutes, what }) => `${formatDay(day)}, ${describeTime(minutes)}: ${what}`,
  );
  return [
    `Dear ${firstName},`,
    `Thank you for the time that you gave, ${describeTime(total)} in all:`,
    lines.join('\n'),
    'It made a difference, and we are glad that you are with us.',
    `Everybody at ${siteName}`,
  ].join('\n\n');
}

/** Thanks in the words that somebody of the team chose. */
export function volunteerThanks(
  config: Config,
  { to, text }: { to: string; text: string },
): Message {
  return compose(config, {
    to,
    urgency: 'form',
    subject: 'Thank you for your time',
    blocks: text.split(/\n{2,}/),
  });
}

/** Tells the team that somebody offers time. Who it is, they see after signing in. */
export function timeOffered(
  config: Config,
  to: string,
  { id, cause }: { id: VolunteerOfferId; cause: string },
): Message {
  return compose(config, {
    to,
    urgency: 'form',
    subject: 'Somebody offers their time',
    blocks: [
      'A donor has offered to volunteer. They were told that the team gets in touch when there is something to do.',
      facts([['Donated to', cause]]),
      button('See the offer', `${config.publicUrl}${volunteerPath(id)}`),
    ],
  });
}
