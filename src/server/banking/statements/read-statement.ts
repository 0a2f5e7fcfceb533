import { parseWrittenAmount } from '#core/written-amounts.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

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
  lines: ReadLine[];
}

/** The currency of the account that a file is for, and how many decimals it has. */
export interface Currency {
  code: string;
  digits: number;
}

/** The formats that we read. */
export type StatementFormat = 'camt' | 'ofx' | 'csv';

/** A file that cannot be used; the message says why, for people. */
export class UnreadableStatementError extends UnreadableFileError {}

/** A day as `2026-01-31`. Throws unless the text begins with one that exists. */
export function readDay(text: string | null | undefined): string {
  const [day = ''] = /^\d{4}-\d{2}-\d{2}/.exec(text?.trim() ?? '') ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && day) return day;
  throw new UnreadableStatementError(`This file has a line with the day "${text ?? ''}".`);
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

/** An amount of a file in minor units: text until here, and a whole number from here on. */
export function readAmount(written: string, { digits }: Currency): number {
  const cents = parseWrittenAmount(written, digits);
  if (cents === null) {
    throw new UnreadableStatementError(`This file has an amount of "${written.slice(0, 50)}".`);
  }
  return cents;
}

/** Refuses what is in another currency than the account. Null: the file does not say. */
export function assertCurrency(found: string | null, { code }: Currency): void {
  if (found === null || found === code) return;
  throw new UnreadableStatementError(
    `This file has amounts in ${found.slice(0, 10)}, and the account is in ${code}.`,
  );
}
