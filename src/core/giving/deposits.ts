import { formatCents, sumCents } from '#core/platform/money.ts';

/* Kinds of lines of a deposit, when they add up, how their money leaves again, and how many lines there can be. */

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
/** One of {@link depositStateWords}. */
export type DepositState = keyof typeof depositStateWords;

/** What keeps lines from being what was counted, in a sentence; null if they add up. */
export function differenceOf(
  expected: { expectedCount: number; expectedCents: number },
  lines: { cents: number }[],
): string | null {
  const missing = expected.expectedCents - sumCents(lines.map(({ cents }) => cents));
  if (missing > 0) return `${formatCents(missing)} is missing.`;
  if (missing < 0) return `${formatCents(-missing)} is too much.`;
  return lines.length === expected.expectedCount ? null : 'The number of lines differs.';
}

/** How money of a confirmed line leaves again, by the names of the moves of the ledger. */
export const lineReturns = {
  bounce: { name: 'Bounced', action: 'Record as Bounced', asked: 'Check or transfer that bounced' },
  reversal: { name: 'Reversed', action: 'Reverse', asked: 'Reversal of a wrong line' },
} as const;
/** One of {@link lineReturns}. */
export type LineReturn = keyof typeof lineReturns;

/** How money of such a line can leave again: a bank does not pay a check or a transfer, while the rest was in our hands. */
export function returnsOf(kind: DepositKind): LineReturn[] {
  return kind === 'check' || kind === 'transfer' ? ['bounce', 'reversal'] : ['reversal'];
}

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
