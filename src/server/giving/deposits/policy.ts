import { differenceOf } from '#core/giving/deposits.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { AppError, refuseFuture } from '#server/platform/errors.ts';

/* When a deposit adds up, and when it can be confirmed. */

/** Throws 409 with the numbers unless as many lines with as much money are entered as were counted. */
export function assertComplete(
  expected: { expectedCount: number; expectedCents: number },
  lines: { cents: number }[],
): void {
  const difference = differenceOf(expected, lines);
  if (difference === null) return;
  throw new AppError(
    'totals_differ',
    `You counted ${countOf(expected.expectedCount, 'line')} of ${formatCents(expected.expectedCents)} in all, but entered ${countOf(lines.length, 'line')} of ${formatCents(totalsOf(lines).amount)}. ${difference}`,
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
export function refuseFutureLines(
  lines: { receivedOn: string; bankLineId?: string | null | undefined }[],
  timeZone: string,
): void {
  for (const [place, { receivedOn, bankLineId }] of lines.entries()) {
    if (bankLineId) continue;
    const field = `depositLines.${place}.receivedOn`;
    refuseFuture(receivedOn, timeZone, field, `the day of line ${place + 1}`);
  }
}

/** How many lines there are, and what they come to, for the audit trail. */
export function totalsOf(lines: { cents: number }[]): { lines: number; amount: number } {
  return { lines: lines.length, amount: sumCents(lines.map(({ cents }) => cents)) };
}
