import type { LeftOut } from '#contract/banking/bank-statements.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/* What every format of statements is read into; days and amounts that are none. */

/** One line of a statement. */
export interface ReadLine {
  /** The bank's own reference; null if it gives none. */
  reference: string | null;
  /** The place inside a batch that the bank booked as one, from 0. */
  part: number;
  /** Days: when the bank booked it, and from when it counts for interest. */
  bookedOn: string;
  valueOn: string | null;
  /** In minor units of the currency; money that leaves the account is negative. */
  cents: number;
  text: string;
  /** Who paid or was paid, and their account, as far as the bank says so. */
  counterparty: string;
  counterpartyAccount: string;
  /** The bank takes back what it booked before. */
  isReversal: boolean;
}

/** One statement about one account. */
export interface ReadStatement {
  /** The number of the account; null if the file does not say. Banks cut or mask it at times. */
  account: string | null;
  /** The days that it covers. */
  firstDay: string;
  lastDay: string;
  /** The balance before its first line; null if the file does not say. */
  openingCents: number | null;
  /** The balance after its last line; null if the file does not say. */
  closingCents: number | null;
  /**
   * The last day that counts for the balances if the bank leaves out of them what has its value later; null if the file does
   * not say.
   */
  closedOn: string | null;
  lines: ReadLine[];
  leftOut: LeftOut;
}

/** A statement of a file before it is read: what it is about tells whether it is for the account. */
export interface FoundStatement {
  account: string | null;
  /** How many lines it has. */
  lines: number;
  read: () => ReadStatement;
}

/** What {@link ReadStatement.leftOut} is of a file that has only lines. */
export const nothingLeftOut: LeftOut = { pending: 0, otherCurrencies: [], sums: 0 };

/** The currency of the account that a file is for, and how many decimals it has. */
export interface Currency {
  code: string;
  digits: number;
}

/** The formats that we read. */
export type StatementFormat = 'camt' | 'ofx' | 'csv';

/** A file that cannot be used; the message says why, for people. */
export class UnreadableStatementError extends UnreadableFileError {}

/** A day as `2026-01-31`; null unless the text begins with one that exists. */
export function dayOf(text: string | null | undefined): string | null {
  const [day = ''] = /^\d{4}-\d{2}-\d{2}/.exec(text?.trim() ?? '') ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return day && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

type Day = string | null | undefined;

/** The days that there are, in their order. */
export function sortedDays(days: Day[]): string[] {
  return days.filter((day) => day != null).sort();
}

/** From the earliest of some days to the latest of others; where there is none, `otherwise`. Throws without any day. */
export function periodOf(from: Day[], to: Day[], otherwise: Day) {
  const [firstDay = otherwise] = sortedDays(from);
  const lastDay = sortedDays(to).at(-1) ?? otherwise;
  if (firstDay && lastDay) return { firstDay, lastDay };
  throw new UnreadableStatementError('This file does not say which days it is about.');
}

/** What is said of something that cannot be read, with its line in the file, from 1. */
export function unreadable(
  line: number,
  what: 'day' | 'amount',
  written: string | null | undefined,
) {
  return new UnreadableStatementError(
    written
      ? `Line ${formatCount(line)} of this file has the ${what} "${written.slice(0, 50)}", which we cannot read.`
      : `What begins on line ${formatCount(line)} of this file has no ${what}.`,
  );
}

/** What is said of a file that was cut. */
export function endMissing(): UnreadableStatementError {
  return new UnreadableStatementError(
    'The end of this file is missing. Please download it from your bank again.',
  );
}

/**
 * Refuses a file with more transactions than were read, before it becomes a smaller import: they stand where no statement
 * is. `lines`: those on which they begin.
 */
export function assertNothingLost(lines: number[]): void {
  const [first] = lines;
  if (first === undefined) return;
  throw new UnreadableStatementError(
    `This file has ${countOf(lines.length, 'transaction')} outside of the statements that we can read, the first one on line ${formatCount(first)}.`,
  );
}

/** Text on one line, without what cannot be stored, and not longer than a book. */
export function oneLine(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 1_000);
}

/** Refuses what is in another currency than the account. Null: the file does not say. */
export function assertCurrency(found: string | null, { code }: Currency): void {
  if (found === null || found.toUpperCase() === code) return;
  throw new UnreadableStatementError(
    `This file has amounts in ${found.slice(0, 10)}, and the account is in ${code}.`,
  );
}
