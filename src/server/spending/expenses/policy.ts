import { formatCents } from '#core/money.ts';
import { AppError } from '#server/platform/errors.ts';

interface Need {
  isAccepted: boolean;
  allocatedCents: number;
  spentCents: number;
}

/** Throws 409 with its own code unless so much of the need's money may be spent. */
export function assertSpendable(amountCents: number, need: Need): void {
  // A completed nomination is an accepted one: a receipt may come late.
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
        : 'All that was allocated is spent already. Allocate money first.',
      { amount: `At most ${formatCents(unspent)}` },
    );
  }
}

/** Throws 400 when the day has not come yet, anywhere on Earth. */
export function assertNotInFuture(day: string, now: Date): void {
  // Where the day begins first it is 14 hours later than in UTC.
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  if (day <= latest) return;
  const message = 'Must not be in the future';
  throw new AppError('invalid_input', `Please check the day. ${message}.`, { paidOn: message });
}
