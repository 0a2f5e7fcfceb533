/* What a nomination may say beyond its eight fields. */

/** How soon help is needed, as the nomination form offers it. */
export const urgencies = ['days', 'weeks', 'months', 'open'] as const;
/** One of {@link urgencies}. */
export type Urgency = (typeof urgencies)[number];

/** Each of {@link urgencies} in words. */
export const urgencyWords: Record<Urgency, string> = {
  days: 'Within days',
  weeks: 'Within weeks',
  months: 'Within months',
  open: 'There is no date',
};

/** Whether a nominee knows of the nomination, as the nomination form offers it. */
export const nomineeKnowledge = ['yes', 'no', 'self'] as const;
/** One of {@link nomineeKnowledge}. */
export type NomineeKnows = (typeof nomineeKnowledge)[number];

/** Each of {@link nomineeKnowledge} in words. */
export const nomineeKnowsWords: Record<NomineeKnows, string> = {
  yes: 'Yes',
  no: 'Not yet',
  self: 'I nominate myself',
};
