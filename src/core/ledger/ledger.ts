/* What a donation has left, which allocations an expense is taken from, and the moves that the ledger knows. */

/**
 * Where a cent can be. Each cent of a donation is in exactly one place at any moment. A ledger entry moves some
 * of them from one place to another and never changes afterwards.
 */
export type Place =
  | 'outside'
  | 'waiting'
  | 'allocated'
  | 'spent'
  | 'spent_before'
  /** On its way from one cause to another: never beyond one transaction. */
  | 'between_causes';

/** What of a goal is still to be allocated, in cents, never below 0; null without a goal. */
export function missingOf<Goal extends number | null>(goalCents: Goal, allocatedCents: number) {
  return (goalCents === null ? null : Math.max(0, goalCents - allocatedCents)) as Goal;
}

/** The moves of the ledger, by the name stored in `ledger_entries.kind`. */
export const moves = {
  payment: { from: 'outside', to: 'waiting' },
  allocation: { from: 'waiting', to: 'allocated' },
  release: { from: 'allocated', to: 'waiting' },
  refund: { from: 'waiting', to: 'outside' },
  /** The refund failed, so the money never left. */
  refund_reversal: { from: 'outside', to: 'waiting' },
  dispute: { from: 'waiting', to: 'outside' },
  /** The bank returned disputed money. */
  dispute_reversal: { from: 'outside', to: 'waiting' },
  /** A line of a deposit or of an import was wrong, or its money had gone back before the import. */
  reversal: { from: 'waiting', to: 'outside' },
  /** The bank did not pay a check or a transfer. */
  bounce: { from: 'waiting', to: 'outside' },
  spending: { from: 'allocated', to: 'spent' },
  /** The expense was entered by mistake, or another donation now pays for it. */
  spending_reversal: { from: 'spent', to: 'allocated' },
  /** The money of an imported donation was spent before the books were kept here. */
  spent_before: { from: 'waiting', to: 'spent_before' },
  /** It went back to the donor, or its import is taken back. */
  spent_before_reversal: { from: 'spent_before', to: 'waiting' },
  /** The donation goes to another cause: all of it leaves the one, whose id is in the source, … */
  cause_left: { from: 'waiting', to: 'between_causes' },
  /** … and joins the other. */
  cause_joined: { from: 'between_causes', to: 'waiting' },
} as const satisfies Record<string, { from: Place; to: Place }>;
/** The name of a move in {@link moves}. */
export type MoveKind = keyof typeof moves;

/** The balances of one donation, in cents: paid, returned to the donor, allocated, and spent before it was imported. */
export interface DonationBalance {
  amountCents: number;
  returnedCents: number;
  allocatedCents: number;
  spentBeforeCents: number;
}

/**
 * What of a donation can still be allocated, in cents: paid − returned − allocated − spent before it was imported, never
 * less than 0 (what is missing then is the donation's deficit). A missing balance counts as 0 (`docs/spec-coverage.md`, section 3).
 */
export function availableCents({
  amountCents = 0,
  returnedCents = 0,
  allocatedCents = 0,
  spentBeforeCents = 0,
}: Partial<DonationBalance>): number {
  return Math.max(0, amountCents - returnedCents - allocatedCents - spentBeforeCents);
}

/** What of one allocation can still be spent, in cents. */
export interface Unspent<Id extends string> {
  id: Id;
  unspentCents: number;
}

/** What an expense takes from one allocation, in cents. */
export interface SpentShare<Id extends string> {
  id: Id;
  amountCents: number;
}

/**
 * Which allocations an expense of this many cents is taken from: the oldest first, each used up before the next
 * one is touched. Donors can read this rule on the public pages and check it against their own donation. Expects
 * the allocations oldest first. Throws RangeError if they hold less than the amount, or if it is not a whole
 * number of cents above 0. Source: `docs/decisions/0010-oldest-allocation-is-spent-first.md`.
 */
export function spendOldestFirst<Id extends string>(
  amountCents: number,
  allocations: readonly Unspent<Id>[],
): SpentShare<Id>[] {
  if (!Number.isSafeInteger(amountCents) || amountCents < 1) {
    throw new RangeError(`Not an amount in whole cents above 0: ${amountCents}`);
  }
  const shares: SpentShare<Id>[] = [];
  let missing = amountCents;
  for (const { id, unspentCents } of allocations) {
    const taken = Math.min(missing, unspentCents);
    if (taken > 0) shares.push({ id, amountCents: taken });
    missing -= taken;
  }
  if (missing > 0) throw new RangeError(`${missing} cents more than there are to spend`);
  return shares;
}
