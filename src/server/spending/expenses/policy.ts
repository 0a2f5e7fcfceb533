import { formatCents } from '#core/platform/money.ts';
import { AppError } from '#server/platform/errors.ts';

/* What an expense may spend, and when it may pay card costs. */

interface Need {
  isAccepted: boolean;
  allocatedCents: number;
  spentCents: number;
}

/** Throws 409 with a specific code unless this much of the need's money may be spent. */
export function assertSpendable(amountCents: number, need: Need): void {
  // A completed nomination is still accepted, because a receipt may arrive late.
  if (!need.isAccepted) {
    throw new AppError(
      'nomination_cannot_spend',
      'Only an accepted or completed nomination has money to spend. Accept it and allocate money first.',
    );
  }
  const unspent = need.allocatedCents - need.spentCents;
  if (amountCents > unspent) {
    throw new AppError(
      'insufficient_funds',
      unspent > 0
        ? `Only ${formatCents(unspent)} of what was allocated is not spent yet.`
        : 'Everything that was allocated is already spent. Allocate money first.',
      { amount: `At most ${formatCents(unspent)}` },
    );
  }
}

/** Throws 409 unless the need may pay card costs: the donors of its cause gave for running costs. */
export function assertForRunningCosts({ isForRunningCosts }: { isForRunningCosts: boolean }): void {
  if (isForRunningCosts) return;
  throw new AppError(
    'not_for_running_costs',
    'Only donations to a cause for running costs can pay card costs.',
  );
}
