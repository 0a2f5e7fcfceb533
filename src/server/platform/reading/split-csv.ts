import { parse } from 'csv-parse/sync';
import { formatCount } from '#core/platform/counts.ts';
import type { DecimalMark } from '#core/platform/written-amounts.ts';
import { readWrittenDay } from '#core/platform/written-dates.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/* The letters and cells of a CSV file, and what it looks like. */

/** What is between the columns, how many lines are above them, and whether the first of the others has their titles. */
export interface CsvLayout {
  delimiter: ',' | ';' | '\t' | '|';
  skippedLines: number;
  hasTitles?: boolean;
}

/** The titles of the columns, empty in a file without titles, and the cells below them. */
interface Table {
  titles: string[];
  rows: string[][];
  /** The line of the file on which each row begins, from 1. */
  lines: number[];
}

// Far more than any system writes; each of them is offered in a list.
const mostColumns = 1_000;
// A file of 20 MB can have a million, which nobody looks through.
const mostRows = 100_000;
// In letters. Of a quotation mark that is never closed, all that follows is one record.
const longestRecord = 100_000;

/**
 * Splits the text of a CSV file into cells. Throws UnreadableFileError if a quotation mark is missing, with its line, or if
 * there are too many columns or rows. `isCut`: the text is the beginning of a file, whose end may be within a quoted cell: what is
 * complete before that is enough.
 */
export function splitCsv(text: string, layout: CsvLayout, { isCut = false } = {}): Table {
  const records = parseRecords(text, layout, { isCut });
  const { hasTitles = true } = layout;
  const titles = hasTitles
    ? (records[0]?.record ?? [])
    : Array.from({ length: Math.max(0, ...records.map(({ record }) => record.length)) }, () => '');
  const first = hasTitles ? 1 : 0;
  const columns = titles.length;
  if (columns > mostColumns) {
    throw new UnreadableFileError(
      `This file has ${formatCount(columns)} columns, and at most ${formatCount(mostColumns)} can be read. Please export only those that are needed.`,
    );
  }
  if (records.length - first > mostRows) {
    throw new UnreadableFileError(
      `This file has more than ${formatCount(mostRows)} lines, and no more can be read at once. Please export a shorter period at a time.`,
    );
  }
  return {
    titles,
    rows: records.slice(first).map(({ record }) => record),
    lines: beginnings(records, layout.skippedLines).slice(first),
  };
}

/**
 * Whether a row has more or fewer cells than there are titles, so that they are shifted: a comma within one of them had no
 * quotation marks, or one between them is missing. Null if it has as many.
 */
export function shiftOf(
  cells: readonly string[],
  titles: readonly string[],
): 'more' | 'fewer' | null {
  if (cells.slice(titles.length).some((cell) => cell !== '')) return 'more';
  const titled = titles.findLastIndex((title) => title !== '') + 1 || titles.length;
  return cells.length < titled ? 'fewer' : null;
}

interface ParsedRecord {
  record: string[];
  info: { empty_lines: number };
}

function parseRecords(
  text: string,
  { delimiter, skippedLines }: CsvLayout,
  // One more than there may be with titles tells that there are too many, and the rest is not read.
  { isCut = false, upTo = mostRows + 2 }: { isCut?: boolean; upTo?: number } = {},
): ParsedRecord[] {
  try {
    // The types of the library know nothing of its option `info`.
    return parse(withoutFirstLines(text, skippedLines), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: longestRecord,
      info: true,
      to: upTo,
    }) as unknown as ParsedRecord[];
  } catch (error) {
    const { records = 0, code } = error as { records?: number; code?: string };
    if (isCut && records > 1)
      return parseRecords(text, { delimiter, skippedLines }, { upTo: records });
    const why = refusals[code ?? ''];
    if (!why) throw error;
    const line = lineAfter(records, text, { delimiter, skippedLines });
    throw new UnreadableFileError(`This file is no list of cells: ${why(line)}`);
  }
}

const refusals: Record<string, (line: string) => string> = {
  CSV_QUOTE_NOT_CLOSED: (line) =>
    `a quotation mark opens on line ${line} and is never closed. Please add or remove it.`,
  CSV_MAX_RECORD_SIZE: (line) =>
    `what begins on line ${line} is longer than ${formatCount(longestRecord)} letters. If it opens with a quotation mark, that may never be closed.`,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: (line) =>
    `a cell of what begins on line ${line} goes on after its closing quotation mark. Please remove its quotation marks.`,
};

/** The line on which the record after so many others begins. The library names the line on which it gave up. */
function lineAfter(records: number, text: string, layout: CsvLayout): string {
  // `to: 0` would be everything.
  const before = records === 0 ? [] : parseRecords(text, layout, { upTo: records });
  const last = before.at(-1);
  const lines = beginnings(before, layout.skippedLines);
  const start = last ? (lines.at(-1) ?? 0) + 1 + breaksIn(last.record) : layout.skippedLines + 1;
  return formatCount(start);
}

function withoutFirstLines(text: string, count: number): string {
  let rest = text;
  for (let line = 0; line < count; line += 1) {
    const end = /\r\n|\n|\r/.exec(rest);
    if (!end) return '';
    rest = rest.slice(end.index + end[0].length);
  }
  return rest;
}

/** The lines on which records begin. Quoted cells may have line breaks, and empty lines are no records. */
function beginnings(
  records: { record: string[]; info: { empty_lines: number } }[],
  skippedLines: number,
): number[] {
  let next = skippedLines + 1;
  return records.map(({ record, info }) => {
    const line = next + info.empty_lines;
    next += 1 + breaksIn(record);
    return line;
  });
}

function breaksIn(record: string[]): number {
  return record.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0);
}

/** What a CSV file looks like: the mark that makes most columns, and the first line in which most of them are filled. */
export function guessLayout(text: string): Required<CsvLayout> {
  const all = text.split(/\r\n|\n|\r/);
  const lines = all.filter((line) => line.trim() !== '');
  const delimiters = [',', ';', '\t', '|'] as const;
  const widths = delimiters.map((mark) =>
    Math.max(...lines.map((line) => line.split(mark).length)),
  );
  const widest = widths.indexOf(Math.max(...widths));
  const delimiter = delimiters[widest] ?? ',';
  const isFull = (line: string) =>
    line.split(delimiter).filter((cell) => cell.trim() !== '').length > (widths[widest] ?? 1) / 2;
  const start = all.findIndex(isFull);
  // No title is a day.
  const hasTitles = !(all[start] ?? '')
    .split(delimiter)
    .some((cell) => isDay(cell.replaceAll('"', '')) || /^"?\d+[.,]\d\d"?$/.test(cell));
  return { delimiter, skippedLines: Math.min(50, Math.max(0, start)), hasTitles };
}

function isDay(cell: string): boolean {
  return (['ymd', 'dmy', 'mdy'] as const).some((order) => readWrittenDay(cell, order) !== null);
}

/** Splits a file that may not be what it seems: nothing instead of an error. */
export function splitQuietly(text: string, layout: CsvLayout): Pick<Table, 'titles' | 'rows'> {
  try {
    return splitCsv(text, layout);
  } catch {
    return { titles: [], rows: [] };
  }
}

/** Which mark stands before the smallest units in these cells: the one that most of them end with. */
export function guessDecimalMark(cells: string[]): DecimalMark {
  const count = (end: RegExp) => cells.filter((cell) => end.test(cell)).length;
  return count(/,\d{1,2}\D*$/) > count(/\.\d{1,2}\D*$/) ? ',' : '.';
}

/** The beginning of a file without its last line, which is cut, unless the file has no more than two. */
export function wholeLines(sample: string): string {
  const lines = sample.split(/\r\n|\n|\r/);
  return (lines.length > 2 ? lines.slice(0, -1) : lines).join('\n');
}
