import { countOf } from '#core/platform/counts.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
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
    `You counted ${countOf(expected.expectedCount, 'line')} of ${formatCents(expected.expectedCents)} in all, but entered ${countOf(lines.length, 'line')} of ${formatCents(cents)}. ${difference}`,
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

/**
 * Refuses lines that were received on a day that has not begun where the charity is: once confirmed, the day is on receipts
 * and in statements for good. What a bank has booked is of its own day.
 */
export function refuseFuture(
  lines: { receivedOn: string; bankLineId?: string | null | undefined }[],
  today: string,
): void {
  const place = lines.findIndex(({ receivedOn, bankLineId }) => !bankLineId && receivedOn > today);
  if (place === -1) return;
  const message = 'Must not be in the future';
  throw new AppError('invalid_input', `Please check the day of line ${place + 1}. ${message}.`, {
    [`depositLines.${place}.receivedOn`]: message,
  });
}

/** How many lines there are, and what they come to, for the audit trail. */
export function totalsOf(lines: { cents: number }[]): { lines: number; amount: number } {
  return { lines: lines.length, amount: sumCents(lines.map(({ cents }) => cents)) };
}
