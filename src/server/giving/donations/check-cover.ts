import type { Settings } from '#contract/operations/settings.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import { formatCents } from '#core/platform/money.ts';
import { AppError } from '#server/platform/errors.ts';

/**
 * Refuses what a donor would add for card costs if it is not what our settings come to: they have changed since the form
 * was shown, and nobody pays another amount than the one that they have seen.
 */
export function checkCover(
  amount: number,
  cover: number,
  { cardCosts, maxCents }: { maxCents: number } & Pick<Settings, 'cardCosts'>,
): void {
  if (cover === 0) return;
  const right = cardCosts.isCoverOffered ? coverFor(amount, cardCosts) : 0;
  const message =
    right === 0
      ? 'Card costs can no longer be added. Please load this page again.'
      : cover !== right
        ? `Card costs are now estimated at ${formatCents(right)}. Please load this page again to see the new total.`
        : amount + cover > maxCents
          ? `With card costs, the payment would be ${formatCents(amount + cover)}. It must be at most ${formatCents(maxCents)}.`
          : null;
  if (message !== null) throw new AppError('invalid_input', message, { cover: message });
}
