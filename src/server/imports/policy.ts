import type { ImportDetail, ImportDraft, ImportMapping } from '#contract/imports/imports.ts';
import { causeInput } from '#contract/vetting/causes.ts';
import { guessColumns, type ImportState } from '#core/imports/imports.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { bookCurrency, decimalsOf } from '#core/platform/money.ts';
import { guessDateOrder } from '#core/platform/written-dates.ts';
import type { Site } from '#server/imports/read-donations.ts';
import { AppError } from '#server/platform/errors.ts';
import { guessDecimalMark, guessLayout, splitCsv } from '#server/platform/reading/split-csv.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/* What an import still lacks, and which step is possible in which state. */

/** What a file is read with, now. */
export function siteNow(timeZone: string, now = new Date()): Site {
  const currency = bookCurrency();
  return { currency, digits: decimalsOf(currency), timeZone, today: isoDayOf(now, timeZone) };
}

/** What a file looks like by its first lines. */
export function guessMapping(
  text: string,
  charityZone: string,
  isCut: boolean,
): { titles: string[]; mapping: ImportDraft; problem: string | null } {
  const layout = guessLayout(text);
  const { delimiter, skippedLines } = layout;
  const { titles, rows, problem } = splitOrSay(text, { delimiter, skippedLines }, isCut);
  const { system, timeZone, columns } = guessColumns(titles, rows);
  const cells = (column: number | null) =>
    column === null ? [] : rows.map((row) => row[column] ?? '');
  const decimalMark = guessDecimalMark(cells(columns.amountColumn));
  const isMonthFirst = delimiter !== ';' && decimalMark !== ',';
  return {
    titles,
    problem,
    mapping: {
      system,
      delimiter,
      skippedLines,
      decimalMark,
      dateOrder: guessDateOrder(cells(columns.dateColumn), { isMonthFirst }),
      timeZone: timeZone ?? charityZone,
      isSpentBefore: false,
      donatedWords: [],
      leftOutWords: [],
      ...columns,
    },
  };
}

/** Whether everything is chosen that a file needs. */
export function isComplete(draft: ImportDraft): draft is ImportMapping {
  return missingIn(draft) === null;
}

/** What somebody has to choose before a file can be read; null if nothing is missing. */
export function missingIn({ amountColumn, dateColumn, dateOrder }: ImportDraft): string | null {
  if (amountColumn === null) return 'Choose the column with the amount.';
  if (dateColumn === null) return 'Choose the column with the date.';
  if (dateOrder !== null) return null;
  return 'Choose the order of day, month, and year: the file does not tell it.';
}

/** Why the first lines of a file cannot be read, if they cannot. */
function splitOrSay(text: string, layout: Parameters<typeof splitCsv>[1], isCut: boolean) {
  try {
    return { ...splitCsv(text, layout, { isCut }), problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { titles: [], rows: [], problem: error.message };
  }
}

/** Why no new cause can have the name of a cause of the file; null if one can. */
export function causeObstacle(value: string): string | null {
  if (value === '') return 'These donations name no cause: choose one.';
  return causeInput.safeParse({ name: value }).success
    ? null
    : 'This is too long for the name of a cause: choose one.';
}

/** Refuses what cannot be done with an import as it is. */
export function assertState(found: { state: ImportState }, allowed: readonly ImportState[]): void {
  if (allowed.includes(found.state)) return;
  const sentences: Record<ImportState, string> = {
    uploaded: 'This file has not been checked yet.',
    checking: 'This file is being checked. Please wait a moment.',
    checked: 'Nothing of this file has been imported yet.',
    booking: 'This file is being imported at this moment.',
    booked: 'This file has been imported.',
    taking_back: 'This import is being taken back at this moment.',
    taken_back: 'This import has been taken back.',
  };
  throw new AppError('import_state', sentences[found.state]);
}

/** Refuses a change of what somebody else has changed since it was read. */
export function assertSeen(found: { revision: number }, revision: number): void {
  if (found.revision === revision) return;
  throw new AppError(
    'import_changed',
    'Somebody has changed this import in the meantime. Please reload the page and look again.',
  );
}

/** Refuses an import with causes that somebody still has to choose. */
export function assertCauses(
  causes: Pick<ImportDetail['causes'][number], 'causeId' | 'obstacle'>[],
): void {
  if (causes.every(({ causeId, obstacle }) => causeId !== null || obstacle === null)) return;
  throw new AppError(
    'import_cause_missing',
    'Some of these donations have no cause yet. Please choose one for them first.',
  );
}

/** The error of whoever reads a file that was deleted. */
export function fileGone(): AppError {
  return new AppError('import_state', 'This file has been deleted. Please upload it again.');
}
