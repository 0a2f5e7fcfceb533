import type { CsvExample, CsvMapping } from '#contract/banking/bank-accounts.ts';
import { guessDateOrder } from '#core/written-dates.ts';
import { currencyOf } from '#server/banking/statements/currency-of.ts';
import { readRows } from '#server/banking/statements/read-csv.ts';
import {
  guessDecimalMark,
  guessLayout,
  splitCsv,
  splitQuietly,
  wholeLines,
} from '#server/platform/reading/split-csv.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

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
  const whole = wholeLines(sample);
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
  if (error instanceof UnreadableFileError) return error.message;
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
  const layout = guessLayout(text);
  const { titles, rows } = splitQuietly(text, layout);
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
  return {
    ...layout,
    decimalMark: guessDecimalMark(amounts),
    dateOrder: guessDateOrder(cellsOf(dateColumn)),
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
