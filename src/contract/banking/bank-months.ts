import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredText, timestamp } from '#contract/fields.ts';
import { monthLockId } from '#contract/ids.ts';

/* Whether books, payment provider, and bank agree, month by month, and locking a month. */

const cents = z.int();

/** Where all money was at the end of a day, in cents: `Agreement` of src/core/banking/agreement.ts. */
export const agreement = z.object({
  day: z.iso.date(),
  donors: cents,
  operations: cents,
  provider: cents,
  bank: cents,
  underway: z.object({
    payments: cents,
    payouts: cents,
    gifts: cents,
    expenses: cents,
    transfers: cents,
  }),
  unmatched: cents,
  unmatchedLines: z.int(),
  other: cents,
  overdue: z.int(),
  difference: cents,
});

const month = z.string('Choose a month').regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Choose a month');

/** A month of the comparison. `figures` are as of its end, or of the last day that is known; locked ones stay. */
export const bankMonth = z.object({
  month,
  figures: agreement,
  /** Whether it is over and each account has statements until its end. */
  isComplete: z.boolean(),
  isLocked: z.boolean(),
  /** Null if it is not locked, or locked with a later month. */
  lock: z.object({ id: monthLockId, by: z.string(), at: timestamp }).nullable(),
  /** Whether it is the one that can be unlocked. */
  isLastLock: z.boolean(),
});
export type BankMonth = z.infer<typeof bankMonth>;

/** The months since the first statement, newest first. */
export const bankMonths = z.object({
  /** Null without any statement. Money in cents. */
  coverage: z
    .object({ firstDay: z.iso.date(), lastDay: z.iso.date(), openingCents: cents })
    .nullable(),
  /** The payment provider keeps money in another currency: nothing can be compared to the cent. */
  isOtherCurrency: z.boolean(),
  months: z.array(bankMonth),
});
export type BankMonths = z.infer<typeof bankMonths>;

const shared = { tag: 'Bank' } as const;

/** Whether books, payment provider, and bank agree, month by month. */
export const listBankMonths = endpoint('GET /api/bank-months', {
  ...shared,
  access: 'contacts.read',
  summary: 'Compare the books with the payment provider and the bank',
  response: bankMonths,
});

/** Locks a month and everything before it. 409 if it is not over, not covered by statements, or not matched. */
export const lockMonth = endpoint('POST /api/bank-months/lock', {
  ...shared,
  access: 'money.write',
  recent: true,
  summary: 'Lock a month',
  records: { 'month.locked': 'Locked a month of the books' },
  body: z.object({ month }),
  errors: ['month_not_ready'],
});

/** Unlocks the month that was locked last. Takes a second person while approvals are on. */
export const unlockMonth = endpoint('POST /api/month-locks/:id/unlock', {
  ...shared,
  access: 'money.write',
  recent: true,
  approval: 'month',
  summary: 'Unlock a month',
  records: { 'month.unlocked': 'Unlocked a month of the books' },
  params: idParams(monthLockId),
  body: z.object({ reason: requiredText(500) }),
  errors: ['not_found', 'month_not_ready'],
});
