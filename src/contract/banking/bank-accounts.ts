import { z } from 'zod';
import { leftOut } from '#contract/banking/bank-statements.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalLine, requiredLine, timestamp, verbatimText } from '#contract/fields.ts';
import { bankAccountId } from '#contract/ids.ts';
import { textEncodings } from '#core/decode-text.ts';

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
  dateColumn: z.int('Choose the column with the day').min(0).max(99),
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

/** An account of the charity at a bank. Balances in minor units of its currency. */
export const bankAccount = z.object({
  id: bankAccountId,
  createdAt: timestamp,
  name: z.string(),
  /** Its number, such as an IBAN; null until somebody types it or a statement says it. */
  number: z.string().nullable(),
  currency: z.string(),
  /** Whether it was closed at the bank, empty: it has no statements anymore, and nothing waits for them. */
  isClosed: z.boolean(),
  /** Null if no CSV file was read yet. */
  csvMapping: csvMapping.nullable(),
  /** The titles of the columns of the file that the mapping was made with. */
  csvTitles: z.array(z.string()),
  /** The days that its statements cover, and the balance after the last one; null without any statement. */
  firstDay: z.iso.date().nullable(),
  lastDay: z.iso.date().nullable(),
  closingCents: z.int().nullable(),
});
export type BankAccount = z.infer<typeof bankAccount>;

const shared = { tag: 'Bank' } as const;

/** The bank accounts, oldest first. */
export const listBankAccounts = endpoint({
  ...shared,
  access: 'contacts.read',
  method: 'GET',
  path: '/api/bank-accounts',
  summary: 'List the bank accounts',
  response: z.array(bankAccount),
});

const accountInput = z.object({
  name: requiredLine(100),
  number: optionalLine(50),
});

/** Adds a bank account. Honors `Idempotency-Key`. Takes a second person while approvals are on. */
export const addBankAccount = endpoint({
  ...shared,
  access: 'money.write',
  method: 'POST',
  path: '/api/bank-accounts',
  recent: true,
  approval: 'bank_account',
  summary: 'Add a bank account',
  body: accountInput,
  response: bankAccount,
  status: 201,
  errors: ['bank_account_known', 'idempotency_key_reused'],
});

/**
 * Changes the name or the number of a bank account, or says that it was closed at the bank. Refused while its last
 * statement ends with money. Another number, or opening a closed account again, takes a second person while approvals are
 * on.
 */
export const changeBankAccount = endpoint({
  ...shared,
  access: 'money.write',
  method: 'POST',
  path: '/api/bank-accounts/:id',
  recent: true,
  approval: 'bank_account',
  summary: 'Change a bank account',
  params: idParams(bankAccountId),
  body: accountInput.extend({ isClosed: z.boolean('Must be true or false') }),
  response: bankAccount,
  errors: ['not_found', 'bank_account_known', 'bank_account_not_empty'],
});

/** The beginning of a CSV file: enough lines to see how it is written. */
const csvSample = verbatimText(30_000);

/** How one line of a CSV file is read. */
export const csvExample = z.object({
  bookedOn: z.iso.date(),
  cents: z.int(),
  balanceCents: z.int().nullable(),
  text: z.string(),
  counterparty: z.string(),
});
export type CsvExample = z.infer<typeof csvExample>;

/**
 * Reads the first lines of a CSV file with a mapping, so that somebody sees whether days and amounts are right. With no
 * mapping, returns the cells of the first lines and a guess.
 */
export const tryCsvMapping = endpoint({
  ...shared,
  access: 'money.write',
  method: 'POST',
  path: '/api/bank-accounts/:id/csv-mapping/try',
  recent: false,
  summary: 'Try how a CSV file is read',
  params: idParams(bankAccountId),
  body: z.object({ sample: csvSample, mapping: csvDraft.nullable() }),
  response: z.object({
    /** The titles of the columns, empty in a file without titles, and the cells of up to five lines below. */
    titles: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    /** Up to three lines as they would be read. */
    examples: z.array(csvExample),
    leftOut,
    /** The words in the columns for direction and state that we do not know. */
    unknownDirections: z.array(z.string()),
    unknownStates: z.array(z.string()),
    /** Why a line cannot be read with this mapping; null if all can. */
    problem: z.string().nullable(),
    /** What the file looks like, for a form that was not filled in yet; null where it does not tell. */
    guess: csvDraft,
  }),
  errors: ['not_found', 'statement_unreadable'],
});

/** Saves how the CSV files of an account are read. Refused if the sample cannot be read with it. */
export const saveCsvMapping = endpoint({
  ...shared,
  access: 'money.write',
  method: 'POST',
  path: '/api/bank-accounts/:id/csv-mapping',
  recent: false,
  summary: 'Save how CSV files are read',
  params: idParams(bankAccountId),
  body: z.object({ sample: csvSample, mapping: csvMapping }),
  response: bankAccount,
  errors: ['not_found', 'statement_unreadable'],
});
