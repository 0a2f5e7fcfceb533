import { z } from 'zod';
import { csvMapping } from '#contract/banking/csv-mapping.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalLine, requiredLine, timestamp } from '#contract/fields.ts';
import { bankAccountId } from '#contract/ids.ts';

/* Accounts of the charity at banks: listing, adding, renaming, and closing them. */

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
export const listBankAccounts = endpoint('GET /api/bank-accounts', {
  ...shared,
  access: 'contacts.read',
  summary: 'List the bank accounts',
  response: z.array(bankAccount),
});

const accountInput = z.object({
  name: requiredLine(100),
  number: optionalLine(50),
});

/** Adds a bank account. Honors `Idempotency-Key`. Takes a second person while approvals are on. */
export const addBankAccount = endpoint('POST /api/bank-accounts', {
  ...shared,
  access: 'money.write',
  recent: true,
  approval: 'bank_account',
  summary: 'Add a bank account',
  records: { 'bank_account.added': 'Added a bank account' },
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
export const changeBankAccount = endpoint('POST /api/bank-accounts/:id', {
  ...shared,
  access: 'money.write',
  recent: true,
  approval: 'bank_account',
  summary: 'Change a bank account',
  records: { 'bank_account.changed': 'Changed a bank account' },
  params: idParams(bankAccountId),
  body: accountInput.extend({ isClosed: z.boolean('Must be true or false') }),
  response: bankAccount,
  errors: ['not_found', 'bank_account_known', 'bank_account_not_empty'],
});
