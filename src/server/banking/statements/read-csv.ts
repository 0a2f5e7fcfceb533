import type { CsvMapping } from '#contract/banking/bank-accounts.ts';
import { formatDay } from '#core/dates.ts';
import {
  describeThousands,
  mayBeThousands,
  parseWrittenAmount,
  withoutCurrency,
} from '#core/written-amounts.ts';
import { readWrittenDay } from '#core/written-dates.ts';
import {
  type Currency,
  oneLine,
  type ReadLine,
  type ReadStatement,
  UnreadableStatementError,
} from '#server/banking/statements/read-statement.ts';
import { splitCsv } from '#server/platform/reading/split-csv.ts';

/** How the files of one account are read: the mapping, and the titles of the file that it was made with. */
export interface CsvReading {
  mapping: CsvMapping;
  titles: string[];
}

/** One row: a line, and the balance after it. */
export interface CsvRow {
  line: ReadLine;
  /** In minor units; null if the file has no column with it. */
  balanceCents: number | null;
}

/** Reads a CSV file. Oldest line first, whichever way round the bank writes them. */
export function readCsv(
  text: string,
  reading: CsvReading | null,
  currency: Currency,
): ReadStatement[] {
  if (reading === null) {
    throw new UnreadableStatementError(
      'Nobody has said yet how the CSV files of this account are read.',
    );
  }
  const { mapping } = reading;
  const { titles, rows } = splitCsv(text, mapping);
  if (titles.join('\n') !== reading.titles.join('\n')) {
    throw new UnreadableStatementError(
      'The columns of this file are not those of earlier ones. Please say anew how it is read.',
    );
  }
  const read = readRows(rows, mapping, currency);
  const first = read[0]?.line;
  const last = read.at(-1)?.line;
  if (!(first && last)) throw new UnreadableStatementError('This file contains no lines.');
  const ordered = first.bookedOn > last.bookedOn || isNewestFirst(read) ? read.reverse() : read;
  const days = ordered.map(({ line }) => line.bookedOn).sort();
  assertRunning(ordered, mapping);
  return [
    {
      account: null,
      firstDay: days[0] ?? first.bookedOn,
      lastDay: days.at(-1) ?? last.bookedOn,
      openingCents: null,
      closingCents: ordered.at(-1)?.balanceCents ?? null,
      lines: ordered.map(({ line }) => line),
    },
  ];
}

/** The rows as lines, in the order of the file. Rows without a day and an amount, such as sums, are left out. */
export function readRows(rows: string[][], mapping: CsvMapping, currency: Currency): CsvRow[] {
  const { balanceColumn } = mapping;
  return rows.flatMap((cells, place): CsvRow[] => {
    const cell = (index: number | null) => (index === null ? '' : (cells[index] ?? ''));
    const date = cell(mapping.dateColumn);
    const written = writtenAmount(cells, mapping);
    if (date === '' && written === '') return [];
    const refuse = (what: string) =>
      new UnreadableStatementError(`Row ${place + 1} below the titles has ${what}.`);
    const amount = (text: string, name: string) => {
      const bare = withoutCurrency(text, currency.code);
      if (mayBeThousands(bare, currency.digits, mapping.decimalMark)) {
        throw new UnreadableStatementError(
          `Row ${place + 1} below the titles: the ${name} "${text.slice(0, 50)}" ${describeThousands(currency.digits)}`,
        );
      }
      const cents = parseWrittenAmount(bare, currency.digits, mapping.decimalMark);
      if (cents === null) throw refuse(`the ${name} "${text.slice(0, 50)}"`);
      return cents;
    };
    const bookedOn = readWrittenDay(date, mapping.dateOrder);
    if (bookedOn === null) throw refuse(`the day "${date.slice(0, 50)}"`);
    return [
      {
        balanceCents: balanceColumn === null ? null : amount(cell(balanceColumn), 'balance'),
        line: {
          reference: cell(mapping.referenceColumn).slice(0, 200) || null,
          part: 0,
          bookedOn,
          valueOn: null,
          cents: amount(written, 'amount'),
          text: oneLine(...mapping.textColumns.map(cell)),
          counterparty: oneLine(cell(mapping.counterpartyColumn)),
          counterpartyAccount: '',
          isReversal: false,
        },
      },
    ];
  });
}

/** The cell with the amount, or what stands in one of the two columns; with its sign. */
function writtenAmount(cells: string[], mapping: CsvMapping): string {
  const { amountColumn, incomingColumn, outgoingColumn } = mapping;
  if (amountColumn !== null) return cells[amountColumn] ?? '';
  const isSomething = (cell: string) => /[1-9]/.test(cell);
  const incoming = cells[incomingColumn ?? -1] ?? '';
  const outgoing = cells[outgoingColumn ?? -1] ?? '';
  if (isSomething(incoming) && isSomething(outgoing)) return `${incoming} and ${outgoing}`;
  // Some banks write what leaves with a minus in a column of its own, others without.
  if (isSomething(outgoing)) return `-${outgoing.replace(/^[-\u2212]\s*/, '')}`;
  return incoming || outgoing;
}

/** Whether the balances fit the order of the file only from its end. */
function isNewestFirst(rows: CsvRow[]): boolean {
  if (rows.length < 2 || rows.some(({ balanceCents }) => balanceCents === null)) return false;
  return !isRunning(rows) && isRunning([...rows].reverse());
}

function isRunning(rows: CsvRow[]): boolean {
  return rows.every((row, place) => {
    const before = rows[place - 1];
    return before === undefined || follows(before, row);
  });
}

/** Throws if a balance is not the one before with the amount: a line is missing, or a column is the wrong one. */
function assertRunning(rows: CsvRow[], { balanceColumn }: CsvMapping): void {
  if (balanceColumn === null) return;
  for (const [place, row] of rows.entries()) {
    const before = rows[place - 1];
    if (before === undefined || follows(before, row)) continue;
    throw new UnreadableStatementError(
      `A balance on ${formatDay(row.line.bookedOn)} does not follow from the one before and the amount of the line. Is a line missing, or is a column the wrong one?`,
    );
  }
}

function follows(before: CsvRow, row: CsvRow): boolean {
  return (before.balanceCents ?? 0) + row.line.cents === row.balanceCents;
}
