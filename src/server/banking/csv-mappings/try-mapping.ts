import type { LeftOut } from '#contract/banking/bank-statements.ts';
import { type CsvDraft, type CsvMapping, csvMapping } from '#contract/banking/csv-mapping.ts';
import type { CsvExample } from '#contract/banking/csv-trials.ts';
import { currencyOf } from '#server/banking/bank-statements/currency-of.ts';
import { directionOf, readRows, stateOf } from '#server/banking/bank-statements/read-csv.ts';
import { nothingLeftOut } from '#server/banking/bank-statements/read-statement.ts';
import { guessMapping } from '#server/banking/csv-mappings/guess-mapping.ts';
import { splitCsv, wholeLines } from '#server/platform/reading/split-csv.ts';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/* How the beginning of a CSV file is read with a mapping, before anything is stored (decision 0038). */

/** How the beginning of a CSV file is read. */
interface Trial {
  titles: string[];
  rows: string[][];
  examples: CsvExample[];
  leftOut: LeftOut;
  /** Words for direction and state that nobody knows. */
  unknownDirections: string[];
  unknownStates: string[];
  /** Why it cannot be read so; null if it can. */
  problem: string | null;
  guess: CsvDraft;
}

// What is longer may be cut in its last line.
const longestWhole = 20_000;

/** Reads the beginning of a CSV file with a mapping, or, with null, as it looks. */
export function tryMapping(
  account: { currency: string },
  sample: string,
  mapping: CsvDraft | null,
): Trial {
  const currency = currencyOf(account);
  const isCut = sample.length > longestWhole;
  const whole = isCut ? wholeLines(sample) : sample;
  const guess = guessMapping(whole, currency);
  const draft = mapping ?? guess;
  const trial: Trial = {
    titles: [],
    rows: [],
    examples: [],
    leftOut: nothingLeftOut,
    guess,
    unknownDirections: [],
    unknownStates: [],
    problem: null,
  };
  try {
    const table = splitCsv(whole, draft, { isCut });
    const { titles } = table;
    Object.assign(trial, { titles, rows: table.rows.slice(0, 5), ...unknownWords(table, draft) });
    const { read, leftOut } = readRows(table, complete(draft), currency);
    const examples = read.slice(0, 3).map(({ line, balanceCents }) => {
      const { bookedOn, cents, text, counterparty } = line;
      return { bookedOn, cents, text, counterparty, balanceCents };
    });
    const none = `None of the first lines is booked and has an amount in ${currency.code}.`;
    const problem = read.length === 0 ? none : null;
    return { ...trial, examples, leftOut, problem };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { ...trial, problem: error.message };
    throw error;
  }
}

/** The mapping, or the sentence about what somebody has to say first. */
function complete(draft: CsvDraft): CsvMapping {
  if (draft.dateColumn === null) {
    throw new UnreadableFileError('Choose the column with the day.');
  }
  if (draft.dateOrder === null) {
    throw new UnreadableFileError(
      'Choose the order of day, month, and year: the file does not tell it.',
    );
  }
  const { success, data, error } = csvMapping.safeParse(draft);
  if (success) return data;
  throw new UnreadableFileError(`${error.issues[0]?.message}.`);
}

function unknownWords({ rows }: { rows: string[][] }, draft: CsvDraft) {
  const unknown = (column: number | null, read: (word: string) => boolean | null) =>
    column === null
      ? []
      : [...new Set(rows.map((cells) => cells[column] ?? ''))]
          .filter((word) => word !== '' && read(word) === null)
          .slice(0, 20);
  return {
    unknownDirections: unknown(draft.directionColumn, (word) => directionOf(word, draft)),
    unknownStates: unknown(draft.stateColumn, (word) => stateOf(word, draft)),
  };
}
