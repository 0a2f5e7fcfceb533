import type { NominationStatus } from '#core/vetting/nomination-status.ts';

/* How far the check of a nomination is, and what its nominator reads about it. */

/** How far the check of a pending nomination is, in the usual order. */
export const vettingStates = ['new', 'checking', 'asked', 'answered', 'dormant'] as const;
/** One of {@link vettingStates}. */
export type VettingState = (typeof vettingStates)[number];

/** Each of {@link vettingStates} as the team reads it. */
export const vettingStateNames: Record<VettingState, string> = {
  new: 'New',
  checking: 'Being checked',
  asked: 'Waiting for an answer',
  answered: 'Answered',
  dormant: 'Resting, no answer',
};

/** What a nominator can read about the state of a nomination. */
export const publicStates = [
  'received',
  'checking',
  'question',
  'approved',
  'helped',
  'not_helped',
  'declined',
  'appealed',
] as const;
/** One of {@link publicStates}. */
export type PublicState = (typeof publicStates)[number];

/** Each of {@link publicStates} in plain words, with what happens next. */
export const publicStateWords: Record<PublicState, { name: string; next: string }> = {
  received: {
    name: 'Received',
    next: 'Somebody of our team reads it and starts to check it. You do not have to do anything.',
  },
  checking: {
    name: 'Being checked',
    next: 'We verify the information and then decide. If we need to know more, we ask you here and by email.',
  },
  question: {
    name: 'We have a question',
    next: 'Please answer below. We go on as soon as we have your answer.',
  },
  approved: {
    name: 'Approved',
    next: 'Donations to its cause can now be allocated to it. We email you when the help has arrived.',
  },
  helped: {
    name: 'Helped',
    next: 'The help has arrived. Thank you for speaking up.',
  },
  not_helped: {
    name: 'Could not be helped',
    next: 'We approved this nomination, but in the end we could not help. We are sorry.',
  },
  declined: {
    name: 'Declined',
    next: 'We are sorry that we could not accept it.',
  },
  appealed: {
    name: 'Being looked at again',
    next: 'We have your appeal and look into the nomination once more. We email you what we decide, and that decision is final.',
  },
};

const ways: Record<'good' | 'declined' | 'appealed' | 'not_helped', readonly PublicState[]> = {
  good: ['received', 'checking', 'approved', 'helped'],
  declined: ['received', 'checking', 'declined'],
  appealed: ['received', 'checking', 'declined', 'appealed'],
  not_helped: ['received', 'checking', 'approved', 'not_helped'],
};

/** The steps of a nomination in this state, to show how far it is. A question is a step only while there is one. */
export function stepsTo(state: PublicState): readonly PublicState[] {
  if (state === 'declined' || state === 'appealed' || state === 'not_helped') return ways[state];
  return state === 'question' ? ways.good.toSpliced(2, 0, 'question') : ways.good;
}

/** What a pending nomination is called in public. A resting one still waits for an answer. */
export const whilePending: Record<VettingState, PublicState> = {
  new: 'received',
  checking: 'checking',
  asked: 'question',
  answered: 'checking',
  dormant: 'question',
};

/**
 * The public state of a nomination, by what its nominator was told. `hasHelped`: money was spent, and no page says that
 * the help did not work out.
 */
export function publicState({
  toldStatus,
  vettingState,
  didNotWorkOut,
  hasHelped,
  hasOpenAppeal,
}: {
  toldStatus: NominationStatus;
  vettingState: VettingState;
  didNotWorkOut: boolean;
  hasHelped: boolean;
  hasOpenAppeal: boolean;
}): PublicState {
  switch (toldStatus) {
    case 'pending':
      return whilePending[vettingState];
    case 'accepted':
      return didNotWorkOut ? 'not_helped' : 'approved';
    case 'completed':
      return hasHelped ? 'helped' : 'not_helped';
    case 'rejected':
      return hasOpenAppeal ? 'appealed' : 'declined';
  }
}
