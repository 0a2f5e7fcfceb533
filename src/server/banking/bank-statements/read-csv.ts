import type { LeftOut } from '#contract/banking/bank-statements.ts';
import type { CsvMapping } from '#contract/banking/csv-mapping.ts';
import {
  isBalance,
  isOutgoing,
  isSum,
  isTotal,
  saysCompleted,
} from '#core/payments/payment-words.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { currencyInTitle } from '#core/platform/find-column.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { plainLetters } from '#core/platform/plain-letters.ts';
import { withoutCurrency } from '#core/platform/typed-amounts.ts';
import {
  describeThousands,
  mayBeThousands,
  parseWrittenAmount,
  splitDirection,
} from '#core/platform/written-amounts.ts';
import { readWrittenDay } from '#core/platform/written-dates.ts';
import {
  type Currency,
  nothingLeftOut,
  oneLine,
  periodOf,
  type ReadLine,
  type ReadStatement,
  UnreadableStatementError,
} from '#server/banking/bank-statements/read-statement.ts';
import { shiftOf, splitCsv } from '#server/platform/reading/split-csv.ts';

/* Reads statements that are CSV files; nothing of a file is lost (decision 0053). */

/** How the files of one account are read. */
export interface CsvReading {
  mapping: CsvMapping;
  /** Of the file that the mapping was made with; null for a new one, which takes those of its first file. */
  titles: string[] | null;
}

/** One row: a line, and the balance after it. */
export interface CsvRow {
  line: ReadLine;
  /** In minor units; null if the file does not say it. */
  balanceCents: number | null;
}

/** Rows of a file below the titles of their columns, and the line on which each begins. */
export interface CsvTable {
  titles: string[];
  rows: string[][];
  lines: number[];
}

/** Reads a CSV file. Oldest line first, whichever way round the bank writes them. */
export function readCsv(
  text: string,
  reading: CsvReading | null,
  currency: Currency,
): ReadStatement {
  if (reading === null) {
    throw new UnreadableStatementError(
      'This file is no CAMT.053 or OFX, and nobody has said yet how CSV files of this account are read. If it is a list, choose it again by itself, outside of a ZIP file and with a name that ends in “csv,” and say how it is read.',
    );
  }
  const { mapping } = reading;
  const table = splitCsv(text, mapping);
  reading.titles ??= table.titles;
  if (table.titles.join('\n') !== reading.titles.join('\n')) {
    throw new UnreadableStatementError(
      'The columns of this file are not those of earlier ones. Please say anew how it is read.',
    );
  }
  const { read, leftOut } = readRows(table, mapping, currency);
  const first = read[0]?.line;
  const last = read.at(-1)?.line;
  if (!(first && last)) {
    throw new UnreadableStatementError(`This file has no booked lines in ${currency.code}.`);
  }
  const ordered = first.bookedOn > last.bookedOn || isNewestFirst(read) ? read.reverse() : read;
  const closing = closingOf(ordered);
  const days = ordered.map(({ line }) => line.bookedOn).sort();
  const isDisordered = ordered.some(({ line }, place) => line.bookedOn < (days[place] ?? ''));
  // Without a balance on each line, their order alone tells which is the last one.
  if (
    isDisordered &&
    ordered.some(({ balanceCents }) => balanceCents === null) &&
    closing !== null
  ) {
    throw new UnreadableStatementError(
      'The lines of this file are not in the order of their days, and not all of them have a balance, so the balance at the end is not clear. Please sort them by day.',
    );
  }
  const wrong = firstWrongBalance(ordered);
  if (wrong) {
    throw new UnreadableStatementError(
      `A balance on ${formatDay(wrong.line.bookedOn)} does not follow from the one before and the lines since then. Is a line missing, or is a column the wrong one?`,
    );
  }
  return {
    account: null,
    ...periodOf(days, days, null),
    openingCents: null,
    closingCents: closing,
    closedOn: null,
    lines: ordered.map(({ line }) => line),
    leftOut,
  };
}

/**
 * The rows as lines, in the order of the file, and how many others there are, for reasons that are known. Throws for a row
 * that is neither, with its line in the file.
 */
export function readRows(
  { titles, rows, lines }: CsvTable,
  mapping: CsvMapping,
  currency: Currency,
): { read: CsvRow[]; leftOut: LeftOut } {
  assertColumns({ titles, rows }, mapping, currency);
  const leftOut = { ...nothingLeftOut };
  const currencies: string[] = [];
  const read: CsvRow[] = [];
  const sums: Row[] = [];
  for (const [place, cells] of rows.entries()) {
    const row = rowOf(cells, lines[place] ?? 0, mapping, currency);
    const isAtEnd = place === 0 || place === rows.length - 1;
    const foreign = otherCurrency(row);
    if (cells.every((cell) => cell === '')) continue;
    const shift = shiftOf(cells, titles);
    if (shift === 'more') throw row.refuse('has more cells than there are titles.');
    if (tellsSum(row, isAtEnd)) sums.push(row);
    else if (shift === 'fewer') throw row.refuse('has fewer cells than there are titles.');
    else if (foreign !== null) currencies.push(foreign);
    else if (isPending(row)) leftOut.pending += 1;
    else read.push(readRow(row));
  }
  const otherCurrencies = [...Map.groupBy(currencies, (currency) => currency)].map(
    ([currency, { length }]) => ({ currency, lines: length }),
  );
  leftOut.sums = sums.length;
  const [sum] = sums;
  // Several are of parts, or begin with a balance, and what is left out may be in the sum.
  if (sum && sums.length === 1 && leftOut.pending === 0 && currencies.length === 0) {
    assertTotal(sum, sumCents(read.map(({ line }) => line.cents)));
  }
  return { read, leftOut: { ...leftOut, otherCurrencies } };
}

/** Throws if a column cannot be what it was chosen for: it is in another currency, or what leaves has two signs. */
function assertColumns(
  { titles, rows }: Pick<CsvTable, 'titles' | 'rows'>,
  { amountColumn, incomingColumn, outgoingColumn }: CsvMapping,
  { code }: Currency,
): void {
  for (const column of [amountColumn, incomingColumn, outgoingColumn]) {
    const title = titles[column ?? -1] ?? '';
    const found = currencyInTitle(title);
    if (found === null || found === code) continue;
    throw new UnreadableStatementError(
      `The column "${title.slice(0, 50)}" is in ${found}, and the account is in ${code}.`,
    );
  }
  const outgoing = rows
    .map((cells) => cells[outgoingColumn ?? -1] ?? '')
    .filter((cell) => /[1-9]/.test(cell));
  const isNegative = (cell: string) => /^[-\u2212(]|\d[-\u2212]$/.test(cell);
  if (new Set(outgoing.map(isNegative)).size > 1) {
    throw new UnreadableStatementError(
      'The column with money that leaves has amounts with a minus and amounts without, so some of them may have come in. Please ask your bank for a file with one column of amounts.',
    );
  }
}

type Row = ReturnType<typeof rowOf>;

/** The cells of one row by what they are for. */
function rowOf(cells: string[], line: number, mapping: CsvMapping, currency: Currency) {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  const date = cell(mapping.dateColumn);
  return {
    cells,
    mapping,
    currency,
    cell,
    date,
    bookedOn: readWrittenDay(date, mapping.dateOrder),
    written: writtenAmount(cells, mapping),
    refuse: (what: string) =>
      new UnreadableStatementError(`Line ${formatCount(line)} of this file ${what}`),
  };
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
  if (isSomething(outgoing))
    return `-${outgoing.replace(/^\(|\)$|^[-\u2212]\s*|\s*[-\u2212]$/g, '')}`;
  return incoming || outgoing;
}

/** The currency of a row if it is another one than that of the account. */
function otherCurrency({ cell, mapping, currency }: Row): string | null {
  const found = cell(mapping.currencyColumn).toUpperCase();
  return withoutCurrency(found, currency.code) === '' ? null : found.slice(0, 10);
}

/**
 * Whether a row tells a balance or a sum: it has no day or no amount, or its words alone say so. Throws for one in the
 * middle of a file that may as well be what somebody paid: a rest in French is a "solde", too.
 */
function tellsSum(row: Row, isAtEnd: boolean): boolean {
  const { mapping, date, bookedOn, written } = row;
  const words = row.cells.filter((_, column) => column !== mapping.counterpartyColumn);
  if (bookedOn === null) return (written === '' && date === '') || words.some(isSum);
  if (written === '') return words.some(isSum);
  const word = words.find(isBalance);
  if (word !== undefined && !isAtEnd) {
    throw row.refuse(
      `says ${quote(word)} and has a day and an amount, so it may be a balance or a payment. If it is a balance, remove the line from the file. If it is a payment, write something else there.`,
    );
  }
  return word !== undefined;
}

function quote(text: string): string {
  return `"${text.slice(0, 50)}"`;
}

function isPending({ cell, mapping, refuse }: Row): boolean {
  const word = cell(mapping.stateColumn);
  if (mapping.stateColumn === null || word === '') return false;
  const isOver = stateOf(word, mapping);
  if (isOver !== null) return !isOver;
  throw refuse(`has the state ${quote(word)}. Choose whether such a line is booked.`);
}

function readRow(row: Row): CsvRow {
  const { mapping, cell, date, bookedOn } = row;
  if (bookedOn === null)
    throw row.refuse(
      date === '' ? 'has no day.' : `has the day ${quote(date)}, which we cannot read.`,
    );
  const balance = cell(mapping.balanceColumn);
  return {
    // Some banks tell it only after the last line of a day.
    balanceCents: balance === '' ? null : amountOf(row, balance, 'balance'),
    line: {
      part: 0,
      bookedOn,
      valueOn: null,
      isReversal: false,
      reference: cell(mapping.referenceColumn).slice(0, 200) || null,
      cents: directed(row, amountOf(row, row.written, 'amount')),
      text: oneLine(...mapping.textColumns.map(cell)),
      counterparty: oneLine(cell(mapping.counterpartyColumn)),
      counterpartyAccount: '',
    },
  };
}

function amountOf({ mapping, currency, refuse }: Row, text: string, name: string): number {
  const { code, digits } = currency;
  const { bare: withSign, isOutgoing: leaves } = splitDirection(withoutCurrency(text, code));
  const bare = withoutCurrency(withSign, code);
  if (mayBeThousands(bare, digits, mapping.decimalMark)) {
    throw refuse(`has the ${name} ${quote(text)}, which ${describeThousands(digits)}`);
  }
  const cents = parseWrittenAmount(bare, digits, mapping.decimalMark);
  // A sign and letters that say the opposite.
  if (cents === null || (leaves === false && cents < 0)) {
    throw refuse(
      text === '' ? `has no ${name}.` : `has the ${name} ${quote(text)}, which we cannot read.`,
    );
  }
  return leaves && cents > 0 ? -cents : cents;
}

function directed({ mapping, cell, written, refuse }: Row, cents: number): number {
  if (mapping.directionColumn === null) return cents;
  const word = cell(mapping.directionColumn);
  const leaves = directionOf(word, mapping);
  if (leaves === null) {
    throw refuse(
      word === ''
        ? 'does not say whether its amount comes in or leaves.'
        : `has the direction ${quote(word)}. Choose whether such money comes in or leaves.`,
    );
  }
  if (!leaves && cents < 0) {
    throw refuse(`has the amount ${quote(written)} with the direction ${quote(word)}.`);
  }
  return leaves && cents > 0 ? -cents : cents;
}

/** Throws if a row tells the sum of all amounts, and it is another one. */
function assertTotal(row: Row, cents: number): void {
  const said = row.cells.some(isTotal) ? saidTotal(row) : null;
  if (said === null || said === cents) return;
  const { code } = row.currency;
  throw row.refuse(
    `says that the sum is ${formatCents(said, code)}, and its lines come to ${formatCents(cents, code)}. A line is missing, or an amount is wrong. If the sum is wrong, remove this line.`,
  );
}

/** What the amounts of the file come to if this row tells it; null if it does not, or not clearly. */
function saidTotal(row: Row): number | null {
  const { amountColumn, directionColumn, incomingColumn, outgoingColumn } = row.mapping;
  const said = (column: number | null) => {
    try {
      return amountOf(row, row.cell(column), 'sum');
    } catch (error) {
      if (error instanceof UnreadableStatementError) return null;
      throw error;
    }
  };
  if (amountColumn !== null) return directionColumn === null ? said(amountColumn) : null;
  const [incoming, outgoing] = [said(incomingColumn), said(outgoingColumn)];
  return incoming === null || outgoing === null ? null : incoming - Math.abs(outgoing);
}

/** Whether a word of the column for the direction says that money leaves; null if nobody knows. */
export function directionOf(
  word: string,
  { incomingWords, outgoingWords }: Pick<CsvMapping, 'incomingWords' | 'outgoingWords'>,
): boolean | null {
  return chosen(word, outgoingWords, incomingWords) ?? isOutgoing(word);
}

/** Whether a word of the column for the state says that a line is booked; null if nobody knows. */
export function stateOf(
  word: string,
  { bookedWords, pendingWords }: Pick<CsvMapping, 'bookedWords' | 'pendingWords'>,
): boolean | null {
  return chosen(word, bookedWords, pendingWords) ?? saysCompleted(word);
}

function chosen(word: string, yes: string[], no: string[]): boolean | null {
  const has = (list: string[]) => list.some((one) => plainLetters(one) === plainLetters(word));
  if (has(yes)) return true;
  return has(no) ? false : null;
}

/** Whether the balances fit the order of the file only from its end. */
function isNewestFirst(rows: CsvRow[]): boolean {
  return firstWrongBalance(rows) !== null && firstWrongBalance([...rows].reverse()) === null;
}

/** The first row whose balance is not the last one before with all amounts since then; null if all are. */
function firstWrongBalance(rows: CsvRow[]): CsvRow | null {
  let expected: number | null = null;
  for (const row of rows) {
    if (expected !== null) expected += row.line.cents;
    if (row.balanceCents === null) continue;
    if (expected !== null && expected !== row.balanceCents) return row;
    expected = row.balanceCents;
  }
  return null;
}

/** The balance after the last row: the last one that is told, and all amounts since then; null if none is told. */
function closingOf(rows: CsvRow[]): number | null {
  const last = rows.findLastIndex(({ balanceCents }) => balanceCents !== null);
  if (last === -1) return null;
  const since = rows.slice(last + 1).map(({ line }) => line.cents);
  return sumCents([rows[last]?.balanceCents ?? 0, ...since]);
}
