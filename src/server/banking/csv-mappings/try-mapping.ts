import type { CsvExample, CsvMapping } from '#contract/banking/bank-accounts.ts';
import { currencyOf } from '#server/banking/statements/currency-of.ts';
import { readDate, readRows, splitCsv } from '#server/banking/statements/read-csv.ts';
import { UnreadableStatementError } from '#server/banking/statements/read-statement.ts';

/** How the beginning of a CSV file is read. */
interface Trial {
  titles: string[];
  rows: string[][];
  examples: CsvExample[];
  /** Why it cannot be read so; null if it can. */
  problem: string | null;
  guess: CsvMapping;
}

/** Reads the beginning of a CSV file with a mapping, or, with null, as it looks. */
export function tryMapping(
  account: { currency: string },
  sample: string,
  mapping: CsvMapping | null,
): Trial {
  // The last line is cut, unless the file ends there.
  const lines = sample.split(/\r\n|\n|\r/);
  const whole = (lines.length > 2 ? lines.slice(0, -1) : lines).join('\n');
  const guess = guessMapping(whole);
  try {
    const { titles, rows } = splitCsv(whole, mapping ?? guess);
    const trial = { titles, rows: rows.slice(0, 5), guess };
    try {
      const read = readRows(rows, mapping ?? guess, currencyOf(account));
      const problem =
        read.length === 0 ? 'No line below the titles has a day and an amount.' : null;
      const examples = read.slice(0, 3).map(({ line, balanceCents }) => {
        const { bookedOn, cents, text, counterparty } = line;
        return { bookedOn, cents, text, counterparty, balanceCents };
      });
      return { ...trial, examples, problem };
    } catch (error) {
      return { ...trial, examples: [], problem: problemOf(error) };
    }
  } catch (error) {
    return { titles: [], rows: [], examples: [], guess, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof UnreadableStatementError) return error.message;
  throw error;
}

const titleWords = {
  date: /book|buchung|post|\bdate|datum|fecha|^date/i,
  amount: /amount|betrag|importe|montant|bedrag|umsatz/i,
  incoming: /credit|haben|deposit|paid in|incoming|money in/i,
  outgoing: /debit|soll|withdraw|paid out|outgoing|money out/i,
  balance: /balance|saldo|solde/i,
  reference: /^(transaction )?(id|reference|fitid|ref\.?)$/i,
  counterparty: /payee|name|beg.nstigter|counterparty|empf.nger|auftraggeber/i,
  text: /description|memo|purpose|verwendungszweck|details|narrative|text|concept/i,
} as const;

/** What a CSV file looks like: the most frequent mark, and columns by the usual titles. */
function guessMapping(text: string): CsvMapping {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const delimiters = [',', ';', '\t', '|'] as const;
  const widths = delimiters.map((mark) =>
    Math.max(...lines.map((line) => line.split(mark).length)),
  );
  const widest = widths.indexOf(Math.max(...widths));
  const delimiter = delimiters[widest] ?? ',';
  const isFull = (line: string) =>
    line.split(delimiter).filter((cell) => cell.trim() !== '').length > (widths[widest] ?? 1) / 2;
  const skippedLines = Math.min(50, Math.max(0, text.split('\n').findIndex(isFull)));
  const { titles, rows } = splitQuietly(text, { delimiter, skippedLines });
  const find = (name: keyof typeof titleWords) => {
    const place = titles.findIndex((title) => titleWords[name].test(title));
    return place === -1 ? null : place;
  };
  const amount = find('amount');
  const incoming = find('incoming');
  const outgoing = find('outgoing');
  const isSplit = amount === null && incoming !== null && outgoing !== null;
  const dateColumn = find('date') ?? 0;
  const cellsOf = (column: number | null) =>
    column === null ? [] : rows.map((cells) => cells[column] ?? '');
  const amounts = [amount, incoming, outgoing].flatMap(cellsOf);
  const dates = cellsOf(dateColumn).filter((cell) => cell !== '');
  const dateOrder = (['ymd', 'mdy', 'dmy'] as const).find((order) =>
    dates.every((date) => readDate(date, order) !== null),
  );
  return {
    delimiter,
    skippedLines,
    decimalMark: amounts.some((cell) => /,\d{1,2}\D*$/.test(cell)) ? ',' : '.',
    dateOrder: dateOrder ?? 'ymd',
    dateColumn,
    amountColumn: isSplit ? null : (amount ?? Math.min(1, Math.max(0, titles.length - 1))),
    incomingColumn: isSplit ? incoming : null,
    outgoingColumn: isSplit ? outgoing : null,
    balanceColumn: find('balance'),
    referenceColumn: find('reference'),
    counterpartyColumn: find('counterparty'),
    textColumns: titles
      .flatMap((title, place) => (titleWords.text.test(title) ? [place] : []))
      .slice(0, 10),
  };
}

function splitQuietly(text: string, mapping: Pick<CsvMapping, 'delimiter' | 'skippedLines'>) {
  try {
    return splitCsv(text, mapping);
  } catch {
    return { titles: [], rows: [] };
  }
}
