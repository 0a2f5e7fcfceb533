import { countOf } from '#core/platform/counts.ts';
import { dayAfter, formatDay, isoDayOf } from '#core/platform/dates.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import type { ReadStatement } from '#server/banking/bank-statements/read-statement.ts';
import { AppError } from '#server/platform/errors.ts';

/* Which statements fit together and can be stored: balances, days, and gaps. */

/** Days of an account with the balances before and after them, in minor units: of one statement, or of all together. */
export interface Span {
  firstDay: string;
  lastDay: string;
  openingCents: number;
  closingCents: number;
}

/** A statement whose balances are known and agree with its lines. */
export type BalancedStatement = ReadStatement & { openingCents: number; closingCents: number };

/** A line as balances see it. */
interface Movement {
  cents: number;
  bookedOn: string;
  valueOn: string | null;
}

type BookedLine = Pick<Movement, 'cents' | 'bookedOn'>;

/**
 * Throws 409 unless opening balance and lines come to the closing balance. Without an opening balance, it is what the
 * lines leave of the closing one; the statements before must then agree with it. Some banks count in a balance only what has
 * its value by then, so `before` has the lines that were booked earlier: what of these counts only now was missing at the
 * beginning. Returned are balances of what is booked, which go on from one statement to the next.
 */
export function assertBalanced(
  statement: ReadStatement,
  { typedClosingCents, before }: { typedClosingCents: number | undefined; before: Movement[] },
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
  if (difference === 0) return { ...statement, openingCents, closingCents };
  const { firstDay, closedOn, lines } = statement;
  const missing = before.filter(
    ({ bookedOn, valueOn }) => bookedOn < firstDay && (valueOn ?? '') >= firstDay,
  );
  const stillMissing = [...missing, ...lines].filter(
    ({ valueOn }) => closedOn !== null && (valueOn ?? '') > closedOn,
  );
  const atBeginning = sumCents(missing.map(({ cents }) => cents));
  const atEnd = sumCents(stillMissing.map(({ cents }) => cents));
  if (difference === atBeginning - atEnd) {
    return {
      ...statement,
      openingCents: openingCents + atBeginning,
      closingCents: closingCents + atEnd,
    };
  }
  throw new AppError(
    'totals_differ',
    `This file does not add up: ${formatCents(openingCents)} at the beginning and ${countOf(lines.length, 'line')} of ${formatCents(moved)} in all come to ${formatCents(openingCents + moved)}, and the file says ${formatCents(closingCents)}. The difference is ${formatCents(difference)}. Nothing was imported.`,
  );
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
 * The statements of a file, oldest first, with those of one day as one statement: their equal lines are counted together,
 * and the next file that has this day may have one statement of all of it.
 */
export function joinWithinDays(statements: BalancedStatement[]): BalancedStatement[] {
  const joined: BalancedStatement[] = [];
  for (const statement of statements) {
    const before = joined.at(-1);
    if (!(before && goesOnWithinDay(before, statement))) {
      joined.push(statement);
      continue;
    }
    const lines = [...before.lines, ...statement.lines];
    const { lastDay, closingCents } = statement;
    joined.splice(-1, 1, { ...before, lines, lastDay, closingCents });
  }
  return joined;
}

/**
 * Whether a statement begins in the middle of a day, where the one before has ended. If that one's lines of the day moved
 * nothing together, the balance does not tell whether the statement has them again: then it counts as if it did, so that
 * nothing comes in twice.
 */
function goesOnWithinDay(before: BalancedStatement, statement: BalancedStatement): boolean {
  if (statement.openingCents !== before.closingCents) return false;
  const { lines, firstDay, lastDay } = statement;
  if (lines.length === 0) return firstDay === before.lastDay && lastDay === firstDay;
  const day = before.lines
    .map(({ bookedOn }) => bookedOn)
    .sort()
    .at(-1);
  if (day !== lines.map(({ bookedOn }) => bookedOn).sort()[0]) return false;
  const ofDay = before.lines.filter(({ bookedOn }) => bookedOn === day);
  return sumCents(ofDay.map(({ cents }) => cents)) !== 0;
}

/**
 * Throws 409 unless a statement fits to those that are known of the account, oldest first: it goes on from the balance
 * before it to the one after it, adds no line to days that were complete, and together, all lines come from the first
 * balance to the last one. `newLines` are those that no statement before had.
 */
export function assertFits(
  known: Span[],
  statement: BalancedStatement,
  newLines: BookedLine[],
): void {
  const covered = coverageOf(known);
  if (covered === null) return;
  assertContinues(known, statement);
  const next = coverageOf([...known, statement]) ?? covered;
  const moved = sumCents(newLines.map(({ cents }) => cents));
  const difference =
    next.closingCents - next.openingCents - (covered.closingCents - covered.openingCents) - moved;
  const late = newLines.filter(({ bookedOn }) => isComplete(known, statement, bookedOn));
  if (difference === 0 && late.length === 0) return;
  const additions = late.length > 0 ? late : newLines;
  throw differs(statement, covered, { lines: additions.length, cents: Math.abs(difference) });
}

/**
 * Throws 409 if lines of known days come again as other ones, because they are read in another way than before: balances do
 * not tell that of lines that moved nothing together. `missing` are the known lines of these days that the file does not have.
 */
export function assertNoneAgain(
  known: Span[],
  statement: BalancedStatement,
  newLines: BookedLine[],
  missing: BookedLine[],
): void {
  const covered = coverageOf(known);
  if (covered === null || missing.length === 0) return;
  if (sumCents(missing.map(({ cents }) => cents)) !== 0) return;
  const said = ({ bookedOn, cents }: BookedLine) => `${bookedOn} ${cents}`;
  const isNew = new Set(newLines.map(said));
  if (!missing.every((line) => isNew.has(said(line)))) return;
  throw differs(statement, covered, { lines: missing.length, cents: 0 });
}

function differs(
  { firstDay, lastDay }: Span,
  covered: Span,
  { lines, cents }: { lines: number; cents: number },
): AppError {
  return new AppError(
    'statement_differs',
    `Some days of this file (${formatDay(firstDay)} to ${formatDay(lastDay)}) were imported before, and it says something else about them: ${countOf(lines, 'line')} would be new, and the balances differ by ${formatCents(cents)}. If it is in another format than the earlier ones, please choose a file that begins on ${formatDay(dayAfter(covered.lastDay))} or later. Nothing was imported.`,
  );
}

/** What all these statements together cover; null without any. Of those that end on one day, the newest knows most. */
export function coverageOf(statements: Span[]): Span | null {
  const first = firstOf(statements);
  const last = lastOf(statements);
  if (!(first && last)) return null;
  const { firstDay, openingCents } = first;
  return { firstDay, openingCents, lastDay: last.lastDay, closingCents: last.closingCents };
}

function firstOf(statements: Span[]): Span | undefined {
  return statements.reduce<Span | undefined>(
    (first, one) => (first && first.firstDay <= one.firstDay ? first : one),
    undefined,
  );
}

function lastOf(statements: Span[]): Span | undefined {
  return statements.reduce<Span | undefined>(
    (last, one) => (last && last.lastDay > one.lastDay ? last : one),
    undefined,
  );
}

/** Where a statement begins or ends with a day that is not known yet, its balance is that of its neighbor. */
function assertContinues(known: Span[], statement: BalancedStatement): void {
  const { firstDay, lastDay, openingCents, closingCents } = statement;
  const before = lastOf(known.filter((one) => one.lastDay < firstDay));
  const after = firstOf(known.filter((one) => one.firstDay > lastDay));
  const advice =
    before && after
      ? 'Please import all missing days in one file.'
      : 'Please import the days between first.';
  if (before && !isCovered(known, firstDay) && before.closingCents !== openingCents) {
    throw gap(
      { day: before.lastDay, cents: before.closingCents },
      { day: firstDay, cents: openingCents },
      advice,
    );
  }
  if (after && !isCovered(known, lastDay) && after.openingCents !== closingCents) {
    throw gap(
      { day: lastDay, cents: closingCents },
      { day: after.firstDay, cents: after.openingCents },
      advice,
    );
  }
}

export function isCovered(known: Span[], day: string): boolean {
  return known.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

/**
 * Whether all lines of a day must be known. A file may have been made in the middle of its last day, or may begin in
 * the middle of its first one; that one is completed by a file that begins earlier.
 */
function isComplete(known: Span[], statement: BalancedStatement, day: string): boolean {
  const next = dayAfter(day);
  const isBeforeKnown = known.some((one) => one.firstDay < day && day <= dayAfter(one.lastDay));
  return (
    isCovered(known, day) && isCovered(known, next) && (isBeforeKnown || statement.firstDay >= day)
  );
}

function gap(
  before: { day: string; cents: number },
  after: { day: string; cents: number },
  advice: string,
) {
  const isNextDay = dayAfter(before.day) === after.day;
  const problem = isNextDay
    ? 'The balances do not fit together on'
    : 'Something is missing between';
  return new AppError(
    'statement_gap',
    `${problem} ${formatDay(before.day)} and ${formatDay(after.day)}: the balance is ${formatCents(before.cents)} at the end of the first day and ${formatCents(after.cents)} at the beginning of the second, which is a difference of ${formatCents(after.cents - before.cents)}.${isNextDay ? '' : ` ${advice}`} Nothing was imported.`,
  );
}

/** How many days there are between two others: 0 for one day and the next. */
export function daysBetween(lastDay: string, firstDay: string): number {
  const days = (Date.parse(firstDay) - Date.parse(lastDay)) / 86_400_000;
  return Math.max(0, Math.round(days) - 1);
}

/** The error of whoever changes what a closed account says. */
export function accountClosed(): AppError {
  return new AppError(
    'bank_account_closed',
    'This account is marked as closed. Open it again first, with “Edit.”',
  );
}
