/* How far an offer of time is, and which states are open. */

/** How far an offer of time is. */
export const offerStates = ['new', 'contacted', 'agreed', 'done', 'declined', 'withdrawn'] as const;

/** One of {@link offerStates}. */
export type OfferState = (typeof offerStates)[number];

/** Each state in words, and when it is the right one. */
export const offerStateWords: Record<OfferState, { name: string; text: string }> = {
  new: { name: 'New', text: 'Nobody has answered yet.' },
  contacted: { name: 'Contacted', text: 'We called or wrote, and wait for an answer.' },
  agreed: { name: 'Agreed', text: 'It is settled what they help with.' },
  done: { name: 'Done', text: 'They have helped, and nothing is left to do.' },
  declined: { name: 'Declined', text: 'It did not fit, or they cannot help after all.' },
  withdrawn: { name: 'Withdrawn', text: 'The donor took the offer back on the donation page.' },
};

/** What somebody of the team may set; only donors themselves withdraw. */
export const settableOfferStates = offerStates.filter((state) => state !== 'withdrawn');

/** Offers in one of these are still on somebody's mind: another donation with the same offer adds none. */
export const openOfferStates = ['new', 'contacted', 'agreed'] as const satisfies OfferState[];
