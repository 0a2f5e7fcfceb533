/* Kinds of lines of a deposit, how their money leaves again, and how many lines there can be. */

/** What a line of a deposit is, in words. */
export const depositKinds = {
  check: 'Check',
  cash: 'Cash',
  transfer: 'Bank transfer',
  other: 'Other',
} as const;
/** One of {@link depositKinds}. */
export type DepositKind = keyof typeof depositKinds;

/** How far a deposit is, in words. */
export const depositStateWords = {
  open: 'Open',
  closed: 'To be confirmed',
  confirmed: 'Confirmed',
} as const;

/** How money of a confirmed line leaves again, by the names of the moves of the ledger. */
export const lineReturns = {
  reversal: { name: 'Reversed', action: 'Reverse', asked: 'Reversal of a wrong line' },
  bounce: { name: 'Bounced', action: 'Record as Bounced', asked: 'Check or transfer that bounced' },
} as const;
/** One of {@link lineReturns}. */
export type LineReturn = keyof typeof lineReturns;

const donorWords: Record<LineReturn, string> = {
  reversal: 'Taken back, because we entered it by mistake',
  bounce: 'Not paid by your bank',
};

/** What became of the money that left a donation again, for its donor; null: it went back to them. */
export function returnWords(returnedAs: LineReturn | null): string {
  return returnedAs === null ? 'Returned to you' : donorWords[returnedAs];
}

/** The money that left all donations again: it went back to donors, or did not come, such as with a check that bounced. */
export const returnedWords = 'Returned to donors, or not paid after all';

/** Most lines of one deposit: a box holds fewer, and one call takes them all. */
export const maxDepositLines = 150;
