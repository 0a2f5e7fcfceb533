import { z } from 'zod';
import { leftOut } from '#contract/banking/bank-statements.ts';
import { csvDraft, csvMapping } from '#contract/banking/csv-mapping.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalLine, requiredLine, timestamp, verbatimText } from '#contract/fields.ts';
import { bankAccountId } from '#contract/ids.ts';

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
