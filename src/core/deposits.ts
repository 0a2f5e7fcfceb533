/** What a line of a deposit is, in words. */
export const depositKinds = {
  check: 'Check',
  cash: 'Cash',
  transfer: 'Bank transfer',
  other: 'Other',
} as const;
/** One of {@link depositKinds}. */
export type DepositKind = keyof typeof depositKinds;

/** How money of a confirmed line leaves again, by the names of the moves of the ledger. */
export const lineReturns = {
  reversal: { name: 'Reversed', action: 'Reverse', asked: 'Reversal of a wrong line' },
  bounce: { name: 'Bounced', action: 'Record as Bounced', asked: 'Check or transfer that bounced' },
} as const;
/** One of {@link lineReturns}. */
export type LineReturn = keyof typeof lineReturns;

/** Most lines of one deposit: a box holds fewer, and one call takes them all. */
export const maxDepositLines = 150;
