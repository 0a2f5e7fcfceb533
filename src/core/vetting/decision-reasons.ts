/*
 * The reasons of a decision, what a nominator reads of them and where else to ask, the draft of a letter, and how long
 * an undo and an appeal are possible.
 */

/** Decisions that have a reason and may have a letter. */
export const letterActions = ['accept', 'reject'] as const;
/** One of {@link letterActions}. */
export type LetterAction = (typeof letterActions)[number];

/** Minutes in which a decision can be undone; its mail leaves then. */
export const undoMinutes = 10;
/** Days after the mail of a rejection in which its nominator can appeal. */
export const appealDays = 30;

/** The reasons for each decision: as the team reads them, and what a letter says about them. */
export const decisionReasons = {
  accept: {
    verified: {
      text: 'The need is verified',
      letter: 'We verified what you told us, and we want to help.',
    },
    urgent: {
      text: 'The need is urgent',
      letter: 'We see that help is needed soon, so we treat it as urgent.',
    },
    new_facts: {
      text: 'There are new facts',
      letter: 'What you told us since has changed the picture, so we want to help.',
    },
  },
  reject: {
    other_purpose: {
      text: 'Not what we do',
      letter:
        'This kind of help is not what our donors gave their money for, so we cannot give it.',
    },
    out_of_reach: {
      text: 'Out of our area',
      letter: 'We can only help where we can verify a need in person, and this is too far away.',
    },
    not_verified: {
      text: 'We could not verify it',
      letter:
        'We could not verify enough of what we were told, and we have to answer to our donors for every cent.',
    },
    helped_elsewhere: {
      text: 'Helped in another way',
      letter: 'As far as we know, this need is being met in another way.',
    },
    no_money: {
      text: 'Not enough money',
      letter:
        'We have more good nominations than money, and do not want to promise what we cannot keep.',
    },
    duplicate: {
      text: 'Nominated twice',
      letter: 'We already have a nomination for the same need, and go on with that one.',
    },
    no_consent: {
      text: 'The nominee has not agreed',
      letter: 'We can only help people who agree to be helped by us, and we have no such answer.',
    },
    other: {
      text: 'Another reason',
      letter: 'Our team decided that we cannot help this time.',
    },
  },
} as const satisfies Record<LetterAction, Record<string, { text: string; letter: string }>>;

/** The reasons for a decision, in their order. */
export function reasonsFor(action: LetterAction): { value: string; text: string }[] {
  return Object.entries(decisionReasons[action]).map(([value, { text }]) => ({ value, text }));
}

/** Every reason in words, for the audit trail. */
export const reasonWords: Record<string, string> = Object.fromEntries(
  letterActions.flatMap((action) => reasonsFor(action).map(({ value, text }) => [value, text])),
);

/** Why a nomination was declined, as its nominator reads it where nobody wrote a letter; it holds without a reason, too. */
export function whyDeclined(reason: string | null): string {
  const reasons: Record<string, { letter: string }> = decisionReasons.reject;
  return (reasons[reason ?? 'other'] ?? decisionReasons.reject.other).letter;
}

/** Where else to ask as long as the charity has not named its own places. */
export const usualOtherHelp =
  'Your town or county, a community center, or a place of worship often knows who helps with what. In most of the United States and Canada, a call to 211 is free and leads to help nearby.';

/** Whether a text is a reason for a decision. */
export function isReasonFor(action: LetterAction, reason: string): boolean {
  return Object.hasOwn(decisionReasons[action], reason);
}

/** A letter to begin with, in plain and kind words: whoever decides changes it before it leaves. */
export function draftLetter(
  action: LetterAction,
  reason: string,
  { firstName }: { firstName: string | null },
): string {
  const reasons: Record<string, { letter: string }> = decisionReasons[action];
  const why = reasons[reason]?.letter;
  const greeting = firstName === null ? 'Hello,' : `Dear ${firstName},`;
  const middle =
    action === 'accept'
      ? [
          'Thank you for your nomination.',
          why,
          'Your nomination is approved. As soon as there is money for it, we begin, and we write to you when the help has arrived.',
        ]
      : [
          'Thank you for your nomination, and for the time that you took.',
          why,
          'We are sorry that we cannot give you better news.',
        ];
  return [greeting, ...middle.filter((text) => text !== undefined), 'With kind regards'].join(
    '\n\n',
  );
}
