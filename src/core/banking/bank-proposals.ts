import { daysFrom } from '#core/banking/agreement.ts';
import { plainLetters } from '#core/platform/plain-letters.ts';

/* What a line of the bank probably is. */

/** What a line can be matched with, beside a fee, another line, and nothing of ours. */
export const targetKinds = ['payout', 'deposit', 'donation', 'expense'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** What a line, or a part of it, can be, in words. */
export const matchWords = {
  payout: 'Payout',
  deposit: 'Deposit',
  donation: 'Donation',
  expense: 'Expense',
  fee: 'Bank fee',
  transfer: 'Transfer',
  ignored: 'Not part of these books',
} as const;

/** Something whose money is expected at the bank. */
export interface Target {
  kind: TargetKind;
  id: string;
  /** The day on which it is expected, or was booked. */
  day: string;
  /** What is expected, in cents: below zero for money that leaves the account. */
  openCents: number;
  /** What its line may say: the id of a payout, the name of a donor. Empty for none. */
  hint: string;
  /** The line that it was entered from, which is the only one that it can be; null if it was not. */
  lineId: string | null;
}

/** A line that nobody has matched yet, in cents. */
export interface OpenLine {
  id: string;
  accountId: string;
  bookedOn: string;
  cents: number;
  /** Everything that the bank says about it. */
  says: string;
}

/** What a line probably is. */
export interface Proposal {
  kind: TargetKind | 'transfer';
  id: string;
  /** Whether only the name of a donor speaks for it, beside amount and day: somebody looks at each of these. */
  isByName: boolean;
}

/** How many days a line may come before and after the day of what it is. */
const windows: Record<TargetKind, { before: number; after: number }> = {
  payout: { before: 5, after: 5 },
  deposit: { before: 3, after: 30 },
  donation: { before: 10, after: 30 },
  expense: { before: 5, after: 45 },
};
/** How many days may be between the two lines of a transfer. */
export const transferDays = 5;

/** Whether two lines, booked on these days, are too far apart to be one transfer by themselves: somebody says so. */
export function isSlowTransfer(one: string, other: string): boolean {
  return Math.abs(daysFrom(one, other)) > transferDays;
}

/**
 * Whether only the name of its donor tells that money which came is this one's donation: people share names, and amounts.
 * A donation that was entered from the line itself needs no name.
 */
export function isByName(
  target: Pick<Target, 'kind' | 'lineId'>,
  line: Pick<OpenLine, 'id' | 'cents'>,
): boolean {
  return target.kind === 'donation' && line.cents > 0 && target.lineId !== line.id;
}

/**
 * What each line probably is, by its id: a payout, a deposit, a donation whose donor it names, an expense, or the other
 * side of a transfer, in this order. Only what has exactly the amount of the line is proposed, and each only once: to the
 * line that is nearest in time.
 */
export function proposeMatches(lines: OpenLine[], targets: Target[]): Map<string, Proposal> {
  const proposals = new Map<string, Proposal>();
  const propose = (line: OpenLine, target: Target) =>
    proposals.set(line.id, { kind: target.kind, id: target.id, isByName: isByName(target, line) });
  for (const target of targets) {
    const line = lines.find((one) => one.id === target.lineId);
    if (line && line.cents === target.openCents) propose(line, target);
  }
  for (const kind of targetKinds) {
    const open = Map.groupBy(
      targets.filter((target) => target.kind === kind && target.lineId === null),
      ({ openCents }) => openCents,
    );
    const pairs = lines
      .filter((line) => !proposals.has(line.id))
      .flatMap((line) =>
        (open.get(line.cents) ?? []).flatMap((target) => {
          const distance = distanceOf(line, target);
          return distance === null ? [] : [{ line, target, distance }];
        }),
      )
      .sort((one, other) => one.distance - other.distance);
    const taken = new Set<string>();
    for (const { line, target } of pairs) {
      if (proposals.has(line.id) || taken.has(target.id)) continue;
      propose(line, target);
      taken.add(target.id);
    }
  }
  for (const line of lines) {
    if (proposals.has(line.id)) continue;
    const other = lines.find(
      (one) =>
        one.accountId !== line.accountId &&
        one.cents === -line.cents &&
        !proposals.has(one.id) &&
        !isSlowTransfer(line.bookedOn, one.bookedOn),
    );
    if (!other) continue;
    proposals.set(line.id, { kind: 'transfer', id: other.id, isByName: false });
    proposals.set(other.id, { kind: 'transfer', id: line.id, isByName: false });
  }
  return proposals;
}

/** How far a line is from what it may be, in days, and less than nothing if it names it; null if it cannot be that. */
function distanceOf(line: OpenLine, target: Target): number | null {
  const isNamed = target.hint !== '' && mentions(line.says, target.hint);
  const later = daysFrom(target.day, line.bookedOn);
  // The bank writes the id of a payout into its text: no other day can speak against it.
  if (target.kind === 'payout' && isNamed) return -1;
  const { before, after } = windows[target.kind];
  if (later < -before || later > after) return null;
  // Many people give the same amount: only a name tells whose donation it is. A check that bounced names nobody.
  if (target.kind === 'donation' && line.cents > 0 && !isNamed) return null;
  return Math.abs(later);
}

/** Whether a text names something, as whole words: nobody called Li gives by "ONLINE TRANSFER". */
function mentions(text: string, hint: string): boolean {
  return inWords(text).includes(inWords(hint));
}

function inWords(text: string): string {
  return ` ${plainLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;
}
