import { countOf } from '#core/counts.ts';
import { formatCents, sumCents } from '#core/money.ts';
import { AppError } from '#server/platform/errors.ts';

/** Throws 409 with the numbers unless as many lines with as much money are entered as were counted. */
export function assertComplete(
  expected: { expectedCount: number; expectedCents: number },
  lines: { cents: number }[],
): void {
  const cents = sumCents(lines.map((line) => line.cents));
  const missing = expected.expectedCents - cents;
  if (lines.length === expected.expectedCount && missing === 0) return;
  const difference =
    missing === 0
      ? 'The amounts agree, the numbers do not.'
      : `${formatCents(Math.abs(missing))} ${missing > 0 ? 'is missing' : 'is too much'}.`;
  throw new AppError(
    'totals_differ',
    `Counted were ${countOf(expected.expectedCount, 'line')} of ${formatCents(expected.expectedCents)} in all; entered are ${countOf(lines.length, 'line')} of ${formatCents(cents)}. ${difference}`,
  );
}

/** Why somebody may not confirm a closed deposit; null if they may. */
export function confirmObstacle(
  { closedBy }: { closedBy: string | null },
  actor: { id: string },
  isFourEyesOn: boolean,
): string | null {
  return isFourEyesOn && closedBy === actor.id
    ? 'You have closed this deposit, so somebody else has to confirm it.'
    : null;
}
