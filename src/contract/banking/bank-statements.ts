import { z } from 'zod';
import { csvMappingAsJson } from '#contract/banking/csv-mapping.ts';
import { endpoint } from '#contract/endpoint.ts';
import { deviceFileName, idParams, optionalLine, paging, timestamp } from '#contract/fields.ts';
import { bankAccountId, bankLineId, bankStatementId } from '#contract/ids.ts';
import { maxFileNameLength } from '#core/platform/file-names.ts';

/* Bank statements: importing files of a bank, their lines, and removing the last file. */

/** Largest file with statements, in bytes; also of what a ZIP file contains. */
export const maxStatementBytes = 20 * 1024 * 1024;

/** A statement of a bank account. Balances in minor units of its currency. */
export const bankStatement = z.object({
  id: bankStatementId,
  createdAt: timestamp,
  format: z.enum(['camt', 'ofx', 'csv']),
  fileName: z.string(),
  /** Of the file that it came in. */
  sha256: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  openingCents: z.int(),
  closingCents: z.int(),
  /** How many of its lines were new. */
  lineCount: z.int(),
  importedBy: z.string(),
  /** Days right before it that no statement covers, although the balances agree. */
  daysWithout: z.int(),
  /** Whether it came with the last file, which can be removed again. */
  isLast: z.boolean(),
});
export type BankStatement = z.infer<typeof bankStatement>;

/** One line of a bank account. */
export const bankLine = z.object({
  id: bankLineId,
  bookedOn: z.iso.date(),
  valueOn: z.iso.date().nullable(),
  /** Money that leaves is negative. */
  cents: z.int(),
  text: z.string(),
  counterparty: z.string(),
  counterpartyAccount: z.string(),
  /** The bank takes back what it booked before. */
  isReversal: z.boolean(),
});
export type BankLine = z.infer<typeof bankLine>;

/** A line in the list of its account. */
export const listedLine = bankLine.extend({
  /** What it was matched with, in words; empty if nobody has matched it. */
  matchedWith: z.array(z.string()),
});
export type ListedLine = z.infer<typeof listedLine>;

/** How much of a file was left out, by its reason. */
export const leftOut = z.object({
  /** Lines that the bank has not booked. */
  pending: z.int(),
  /** Lines in other currencies than that of the account, by currency. */
  otherCurrencies: z.array(z.object({ currency: z.string(), lines: z.int() })),
  /** Rows with a balance or a sum instead of a line. */
  sums: z.int(),
});
export type LeftOut = z.infer<typeof leftOut>;

/** An account that a file names, and how many lines it has. */
export const accountInFile = z.object({ number: z.string(), lines: z.int() });
export type AccountInFile = z.infer<typeof accountInFile>;

const shared = { tag: 'Bank', params: idParams(bankAccountId) } as const;

/** The statements of an account, newest days first. */
export const listBankStatements = endpoint('GET /api/bank-accounts/:id/statements', {
  ...shared,
  access: 'contacts.read',
  summary: 'List the statements of a bank account',
  response: z.array(bankStatement),
  errors: ['not_found'],
});

/**
 * Imports the statements of a file: CAMT.053, OFX, CSV, or a ZIP file of these. `application/octet-stream`, at most
 * {@link maxStatementBytes}. Lines that are known are left out; everything is refused if the balances do not agree. Lines of
 * days on which books and bank agreed take a second person above the limit for expenses. How a CSV file was read is kept
 * with the account for the next one.
 */
export const importStatements = endpoint('POST /api/bank-accounts/:id/statements', {
  ...shared,
  access: 'money.write',
  bytes: maxStatementBytes,
  recent: false,
  approval: 'bank_statement',
  summary: 'Import a file with bank statements',
  records: {
    'bank_account.csv_mapping_saved': 'Said how the CSV files of a bank are read',
    'bank_account.statements_imported': 'Imported bank statements',
  },
  query: z.object({
    fileName: deviceFileName(maxFileNameLength),
    /** The balance after the last line, for a CSV file that does not say it. */
    closingCents: z.coerce.number().int().optional(),
    /** Which account of the file is meant, if it has several, and none has the number of this account. */
    account: optionalLine(50).optional(),
    /** How this CSV file is read, as JSON; without it, as the one before. */
    csvMapping: csvMappingAsJson.optional(),
  }),
  response: z.object({
    /** Lines that are new, and lines that were known. */
    added: z.int(),
    known: z.int(),
    leftOut,
    /** Other accounts that the file has. */
    otherAccounts: z.array(accountInFile),
  }),
  errors: [
    'not_found',
    'several_accounts',
    'bank_account_closed',
    'statement_known',
    'statement_unreadable',
    'statement_gap',
    'statement_differs',
    'totals_differ',
    'other_account',
    'closing_balance_missing',
    'month_locked',
    'payload_too_large',
  ],
});

/** Removes the statements that came with the last file of an account, with the lines that it added. */
export const removeStatements = endpoint('DELETE /api/bank-statements/:id', {
  tag: 'Bank',
  access: 'money.write',
  recent: true,
  approval: 'bank_statement',
  summary: 'Remove the last file of a bank account',
  records: { 'bank_account.statements_removed': 'Removed imported bank statements' },
  params: idParams(bankStatementId),
  errors: ['not_found', 'bank_account_closed', 'statement_in_use', 'month_locked'],
});

/** The lines of an account, newest first. */
export const listBankLines = endpoint('GET /api/bank-accounts/:id/lines', {
  ...shared,
  access: 'contacts.read',
  summary: 'List the lines of a bank account',
  reads: 'bank-lines',
  query: z.object(paging),
  response: z.array(listedLine),
  paged: true,
  errors: ['not_found'],
});
