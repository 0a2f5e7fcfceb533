import { adminPaths, settingsGroupPath } from '#contract/admin-pages.ts';
import type { Settings } from '#contract/operations/settings.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { mailedHours, maxMailedAlone } from '#core/donors/donor-mails.ts';
import { type ApprovalKind, approvalDays, approvalKinds } from '#core/people/approvals.ts';
import { countInWords } from '#core/platform/counts.ts';
import { formatMoment } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message, quote } from '#server/platform/mail/compose.ts';

interface Asked {
  kind: ApprovalKind;
  facts: ApprovalFact[];
}

const rows = (of: ApprovalFact[]) => facts(of.map(({ label, value }) => [label, value]));

/** Tells somebody who can approve a request about it. */
export function approvalRequested(
  config: Config,
  person: { email: string; firstName: string },
  asking: TeamMember,
  asked: Asked,
): Message {
  return compose(config, {
    to: person.email,
    urgency: 'decision',
    isMeantInTrial: true,
    subject: `Please approve or decline: ${approvalKinds[asked.kind].name.toLowerCase()}`,
    blocks: [
      `Hello ${person.firstName},`,
      `${asking.firstName} ${asking.lastName} asks for this. It is done once a second person approves it.`,
      rows(asked.facts),
      button('Look at it', `${config.publicUrl}${adminPaths.approvals}`),
      `If nobody approves it within ${countInWords(approvalDays, 'day')}, it is not done.`,
    ],
  });
}

/** Reminds somebody who can approve a request that nobody has decided. */
export function approvalStillWaits(
  config: Config,
  person: { email: string; firstName: string },
  {
    kind,
    facts: of,
    askedBy,
    expiresAt,
    timeZone,
  }: Asked & { askedBy: string; expiresAt: string; timeZone: string },
): Message {
  return compose(config, {
    to: person.email,
    urgency: 'decision',
    isMeantInTrial: true,
    subject: `Still waiting for your approval: ${approvalKinds[kind].name.toLowerCase()}`,
    blocks: [
      `Hello ${person.firstName},`,
      `${askedBy} asked for this, and nobody has approved or declined it yet. If nobody approves it by ${formatMoment(expiresAt, timeZone)}, it is not done.`,
      rows(of),
      button('Look at it', `${config.publicUrl}${adminPaths.approvals}`),
    ],
  });
}

/** Tells whoever asked that nobody approved it in time. */
export function approvalExpired(
  config: Config,
  requester: { email: string; firstName: string },
  { kind, facts: of }: Asked,
): Message {
  const name = approvalKinds[kind].name;
  return compose(config, {
    to: requester.email,
    urgency: 'decision',
    isMeantInTrial: true,
    subject: `${name}: nobody approved it in time`,
    blocks: [
      `Hello ${requester.firstName},`,
      `Nobody approved or declined what you asked for within ${countInWords(approvalDays, 'day')}, so it was not done. If it is still right, ask for it again.`,
      rows(of),
      button('Show it', `${config.publicUrl}${adminPaths.approvals}?show=all`),
    ],
  });
}

const endings = {
  approved: 'It is done.',
  declined: 'It was declined, and nothing was done.',
  refused: 'It was approved, but could not be done:',
};

/** Tells whoever asked how it ended. */
export function approvalAnswered(
  config: Config,
  requester: TeamMember,
  deciding: TeamMember,
  {
    kind,
    facts: of,
    outcome,
    answer,
  }: Asked & { outcome: keyof typeof endings; answer: string | null },
): Message {
  const name = approvalKinds[kind].name;
  return compose(config, {
    to: requester.email,
    urgency: 'decision',
    isMeantInTrial: true,
    subject: `${name}: ${outcome === 'approved' ? 'approved' : outcome === 'declined' ? 'declined' : 'could not be done'}`,
    blocks: [
      `Hello ${requester.firstName},`,
      `${deciding.firstName} ${deciding.lastName} looked at what you asked for. ${endings[outcome]}`,
      // Of a refusal, it is our own sentence.
      ...(answer === null ? [] : [outcome === 'refused' ? answer : quote(answer)]),
      rows(of),
      button('Show it', `${config.publicUrl}${adminPaths.approvals}?show=all`),
    ],
  });
}

/** Tells an owner that approvals by a second person are on, because there are two owners now. */
export function fourEyesSwitchedOn(
  config: Config,
  owner: { email: string; firstName: string },
  { spendingAboveCents, refundAboveCents }: Settings['fourEyes'],
): Message {
  return compose(config, {
    to: owner.email,
    urgency: 'decision',
    isMeantInTrial: true,
    subject: 'A second person approves from now on',
    blocks: [
      `Hello ${owner.firstName},`,
      'Your charity has a second owner now. From now on, some things are only done once a second person approves them:',
      facts([
        [
          'Expenses, bank fees, bank lines that are not part of these books, and slow transfers',
          `above ${formatCents(spendingAboveCents)} per person and day`,
        ],
        ['Refunds', `above ${formatCents(refundAboveCents)} per person and day`],
        ['Deposits of checks, cash, and bank transfers', 'always'],
        ['Imports of donations', 'always'],
        [
          'Emails to selected donors',
          `to more than ${maxMailedAlone} donors in ${mailedHours} hours`,
        ],
        ['Money for card costs', 'always'],
        ['New bank accounts, and other numbers of them', 'always'],
        [
          'Bank statements for days on which books and bank agreed',
          `above ${formatCents(spendingAboveCents)}`,
        ],
        ['Unlocking a month', 'always'],
        ['New owners and treasurers', 'always'],
        ['Weaker rules, and another bank account for transfers', 'always, by a second owner'],
      ]),
      'An expense also takes a second person if whoever records it checked or accepted the nomination. Owners can change the limits, and switch this off together.',
      button('Open the settings', `${config.publicUrl}${settingsGroupPath('approvals')}`),
    ],
  });
}
