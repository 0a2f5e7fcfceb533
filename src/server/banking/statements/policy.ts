import { countOf } from '#core/counts.ts';
import { dayAfter, formatDay, isoDayOf } from '#core/dates.ts';
import { formatCents, sumCents } from '#core/money.ts';
import type { ReadStatement } from '#server/banking/statements/read-statement.ts';
import { AppError } from '#server/platform/errors.ts';

/** The days that the statements of an account cover, with the balances before and after. In minor units. */
export interface Coverage {
  firstDay: string;
  lastDay: string;
  openingCents: number;
  closingCents: number;
}

/** A statement whose balances are known and agree with its lines. */
export type BalancedStatement = ReadStatement & { openingCents: number; closingCents: number };

/**
 * Throws 409 unless opening balance and lines come to the closing balance. Without an opening balance, it is what the
 * lines leave of the closing one; the statements before must then agree with it.
 */
export function assertBalanced(
  statement: ReadStatement,
  typedClosingCents: number | undefined,
): BalancedStatement {
  const closingCents = statement.closingCents ?? typedClosingCents;
  if (closingCents === undefined) {
    throw new AppError(
      'closing_balance_missing',
      'This file does not say the balance at its end. Please look it up at your bank and type it.',
    );
  }
  const moved = sumCents(statement.lines.map(({ cents }) => cents));
  const openingCents = statement.openingCents ?? closingCents - moved;
  const difference = closingCents - openingCents - moved;
  if (difference !== 0) {
    throw new AppError(
      'totals_differ',
      `This file does not add up: ${formatCents(openingCents)} at the beginning and ${countOf(statement.lines.length, 'line')} of ${formatCents(moved)} in all come to ${formatCents(openingCents + moved)}, and the file says ${formatCents(closingCents)}. The difference is ${formatCents(difference)}. Nothing was imported.`,
    );
  }
  return { ...statement, openingCents, closingCents };
}

// Older than any account whose books are kept here.
const firstPossibleDay = '1990-01-01';

/**
 * A statement without days that have not come: some banks say the end of a month that goes on. Throws 422 if one of its
 * lines is of such a day, or if it begins in a time that cannot be meant.
 */
export function withPossibleDays(
  statement: BalancedStatement,
  now = new Date(),
): BalancedStatement {
  const today = isoDayOf(now, 'UTC');
  // Where the charity is, it may be tomorrow already.
  const latest = dayAfter(today);
  const booked = statement.lines.map(({ bookedOn }) => bookedOn).sort();
  const wrong = [statement.firstDay, ...booked].find(
    (day) => day < firstPossibleDay || day > latest,
  );
  if (wrong !== undefined) {
    throw new AppError(
      'statement_unreadable',
      `This file says ${formatDay(wrong)}, which cannot be right. Nothing was imported.`,
    );
  }
  if (statement.lastDay <= latest) return statement;
  return { ...statement, lastDay: [today, booked.at(-1) ?? today].sort().at(-1) ?? today };
}

/**
 * Throws 409 unless a statement fits to what is known of the account: together, all lines must come from the first
 * balance to the last one. Returns what is known with it. `newLines` are those that no statement before had.
 */
export function extendCoverage(
  known: Coverage | null,
  statement: BalancedStatement,
  newLines: { cents: number }[],
): Coverage {
  if (known === null) return statement;
  const isFirst = statement.firstDay < known.firstDay;
  const isLast = statement.lastDay >= known.lastDay;
  const next: Coverage = {
    firstDay: isFirst ? statement.firstDay : known.firstDay,
    lastDay: isLast ? statement.lastDay : known.lastDay,
    openingCents: isFirst ? statement.openingCents : known.openingCents,
    closingCents: isLast ? statement.closingCents : known.closingCents,
  };
  const moved = known.closingCents - known.openingCents + sumCents(newLines.map((l) => l.cents));
  const difference = next.closingCents - next.openingCents - moved;
  if (statement.firstDay > known.lastDay && difference !== 0) {
    throw gap(
      { day: known.lastDay, cents: known.closingCents },
      { day: statement.firstDay, cents: statement.openingCents },
    );
  }
  if (statement.lastDay < known.firstDay && difference !== 0) {
    throw gap(
      { day: statement.lastDay, cents: statement.closingCents },
      { day: known.firstDay, cents: known.openingCents },
    );
  }
  const isInside = !(isFirst || isLast);
  if (difference !== 0 || (isInside && newLines.length > 0)) {
    throw new AppError(
      'statement_differs',
      `Some days of this file (${formatDay(statement.firstDay)} to ${formatDay(statement.lastDay)}) were imported before, and it says something else about them: ${countOf(newLines.length, 'line')} would be new, and the balances differ by ${formatCents(Math.abs(difference))}. Nothing was imported.`,
    );
  }
  return next;
}

function gap(before: { day: string; cents: number }, after: { day: string; cents: number }) {
  return new AppError(
    'statement_gap',
    `Something is missing between ${formatDay(before.day)} and ${formatDay(after.day)}: the balance is ${formatCents(before.cents)} at the end of the first day and ${formatCents(after.cents)} at the beginning of the second, which is a difference of ${formatCents(after.cents - before.cents)}. Please import the days between first. Nothing was imported.`,
  );
}

/** How many days there are between two others: 0 for one day and the next. */
export function daysBetween(lastDay: string, firstDay: string): number {
  const days = (Date.parse(firstDay) - Date.parse(lastDay)) / 86_400_000;
  return Math.max(0, Math.round(days) - 1);
}
