import { z } from 'zod';
import { verbatimText } from '#contract/fields.ts';
import { textEncodings } from '#core/platform/decode-text.ts';

/* How a CSV file of a bank is read: which column holds what, and how amounts and days are written. */

/** A column of a CSV file, from 0; null if the file has none of this kind. */
const column = z.int('Choose a column').min(0, 'Choose a column').max(99, 'Choose a column');
const optionalColumn = column.nullable();

/** Words of a column as the file has them. */
const words = z.array(verbatimText(100), 'Choose words').max(20, 'At most 20 words').default([]);

const csvFields = {
  /** How letters are stored, if the file does not tell. */
  encoding: z.enum(textEncodings, 'Choose an encoding').default('windows-1252'),
  delimiter: z.enum([',', ';', '\t', '|'], 'Choose what is between the columns'),
  /** Lines before the one with the titles of the columns. */
  skippedLines: z.int('Must be a number').min(0, 'At least 0').max(50, 'At most 50'),
  /** Whether the first of the other lines has the titles of the columns. */
  hasTitles: z.boolean('Must be true or false').default(true),
  decimalMark: z.enum(['.', ','], 'Choose a decimal mark'),
  dateOrder: z.enum(['ymd', 'dmy', 'mdy'], 'Choose the order of day, month, and year'),
  dateColumn: z.int('Choose the column with the day').min(0).max(99, 'At most 99'),
  /** Either one amount, with a sign or with a column for the direction, or one column for each direction. */
  amountColumn: optionalColumn,
  incomingColumn: optionalColumn,
  outgoingColumn: optionalColumn,
  /** Whether an amount comes in or leaves, in words: those that we do not know are in one of the two lists. */
  directionColumn: optionalColumn.default(null),
  incomingWords: words,
  outgoingWords: words,
  /** Lines in other currencies than that of the account are left out. */
  currencyColumn: optionalColumn.default(null),
  /** Whether the bank has booked a line, in words: those that we do not know are in one of the two lists. */
  stateColumn: optionalColumn.default(null),
  bookedWords: words,
  pendingWords: words,
  /** The balance after each line. Without it, somebody types the last one with each file. */
  balanceColumn: optionalColumn,
  referenceColumn: optionalColumn,
  counterpartyColumn: optionalColumn,
  textColumns: z.array(column, 'Choose columns').max(10, 'At most 10 columns'),
};

/** How the CSV files of one bank are read. */
export const csvMapping = z
  .object(csvFields, 'Say how this file is read')
  .refine(
    ({ amountColumn, incomingColumn, outgoingColumn }) =>
      amountColumn === null
        ? incomingColumn !== null && outgoingColumn !== null
        : incomingColumn === null && outgoingColumn === null,
    {
      message: 'Choose the column with the amount, or one for each direction',
      path: ['amountColumn'],
    },
  )
  .refine(
    ({ amountColumn, directionColumn }) => !(amountColumn === null && directionColumn !== null),
    {
      message: 'Only an amount in one column has its direction in another one',
      path: ['directionColumn'],
    },
  );
export type CsvMapping = z.infer<typeof csvMapping>;

/** A mapping of which somebody still has to say what the file does not tell. */
export const csvDraft = z.object(
  {
    ...csvFields,
    dateOrder: csvFields.dateOrder.nullable(),
    dateColumn: csvFields.dateColumn.nullable(),
  },
  'Say how this file is read',
);
export type CsvDraft = z.infer<typeof csvDraft>;

/** A mapping in the address of a call, as JSON. */
export const csvMappingAsJson = z
  .string()
  .transform((text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  })
  .pipe(csvMapping);
