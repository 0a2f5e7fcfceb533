import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  idParams,
  pastDay,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { expenseId, fileId, nominationId } from '#contract/ids.ts';
import { type ReceiptKind, receiptKinds } from '#core/receipts/receipt-kinds.ts';

/* Expenses of a nomination: recording and undoing them, and releasing leftovers. */

/** {@link ReceiptKind} as a schema. */
export const receiptKind = z.enum(
  Object.keys(receiptKinds) as [ReceiptKind, ...ReceiptKind[]],
  'Choose a kind of receipt',
);

/** An expense for a need. Amount in cents; `paidOn` is a day. */
export const expense = z.object({
  id: expenseId,
  createdAt: timestamp,
  nominationId,
  payee: z.string(),
  paidOn: z.iso.date(),
  amount: amountCents,
  purpose: z.string(),
  receiptKind,
  /** Whether it pays card costs: the payment provider or the bank took them already. */
  paysCardCosts: z.boolean(),
  /** When and why the expense was undone; null if it was not. */
  undoneAt: timestamp.nullable(),
  undoneReason: z.string().nullable(),
  /** Its receipts; of an undone one, those that it had. */
  receiptIds: z.array(fileId),
  /** How often it was corrected. */
  revision: z.int(),
  /** When a file was made last that may have it; null if none was. */
  exportedAt: timestamp.nullable(),
});
export type Expense = z.infer<typeof expense>;

/** An expense as an administrator enters it: at least one receipt, and no day in the future. */
export const expenseInput = z.object({
  payee: requiredLine(200),
  paidOn: pastDay,
  amount: amountCents,
  purpose: requiredText(500),
  receiptKind,
  /** Only for a need of a cause for running costs: it pays what the payment provider or the bank took already. */
  paysCardCosts: z.boolean('Must be true or false').default(false),
  receiptIds: z
    .array(fileId, 'Add at least one receipt')
    .min(1, 'Add at least one receipt')
    .max(20, 'At most 20 receipts'),
});

/** What of an expense can be corrected: everything but its amount, and whether it pays card costs. */
export const expenseCorrection = expenseInput
  .pick({ payee: true, paidOn: true, purpose: true, receiptKind: true })
  .extend({
    /** The version that was seen. */
    revision: z.int({ error: 'Must be a number' }).min(0, 'Must not be negative'),
    reason: requiredText(500),
  });

const shared = { tag: 'Spending' } as const;

/** Every expense of a nomination, newest first, including undone ones. */
export const listExpenses = endpoint('GET /api/nominations/:id/expenses', {
  ...shared,
  access: 'lists.read',
  params: idParams(nominationId),
  summary: 'List the expenses of a nomination',
  response: z.array(expense),
  errors: ['not_found'],
});

/**
 * Records an expense. Its money moves from allocated to spent, oldest allocation first, never more than is
 * allocated and not spent. Honors `Idempotency-Key`.
 */
export const recordExpense = endpoint('POST /api/nominations/:id/expenses', {
  ...shared,
  access: 'money.write',
  recent: 'above-sum',
  approval: 'spending',
  params: idParams(nominationId),
  summary: 'Record an expense of a nomination',
  records: { 'spending.recorded': 'Recorded an expense' },
  body: expenseInput,
  response: expense,
  status: 201,
  errors: [
    'not_found',
    'nomination_cannot_spend',
    'insufficient_funds',
    'not_for_running_costs',
    'card_costs_paid',
    'receipt_unusable',
    'month_locked',
    'idempotency_key_reused',
  ],
});

/**
 * Undoes an expense that was entered by mistake. Its money counts as allocated again, and its receipts can be
 * used for another expense. What takes a second person to be recorded takes one to be undone. Honors `Idempotency-Key`.
 */
export const undoExpense = endpoint('POST /api/expenses/:id/undo', {
  ...shared,
  access: 'money.write',
  recent: 'above-sum',
  approval: 'spending',
  params: idParams(expenseId),
  summary: 'Undo an expense that was entered by mistake',
  records: { 'spending.undone': 'Undid an expense' },
  body: z.object({ reason: requiredText(500) }),
  response: expense,
  errors: ['not_found', 'already_undone', 'bank_matched', 'idempotency_key_reused'],
});

/**
 * Corrects who was paid, when, for what, and what kind the receipts are. No money moves. Not for a day of a locked month, or
 * onto one. What takes a second person to be recorded takes one to be corrected.
 */
export const correctExpense = endpoint('POST /api/expenses/:id/correct', {
  ...shared,
  access: 'money.write',
  recent: 'above-sum',
  approval: 'spending',
  params: idParams(expenseId),
  summary: 'Correct an expense without moving money',
  records: { 'spending.corrected': 'Corrected an expense' },
  body: expenseCorrection,
  response: expense,
  errors: ['not_found', 'already_undone', 'expense_changed', 'expense_day_stays', 'month_locked'],
});

/**
 * Releases what was allocated to a nomination and not spent back to the donations that it came from. Returns how
 * much, in cents. Honors `Idempotency-Key`.
 */
export const releaseLeftovers = endpoint('POST /api/nominations/:id/release-leftovers', {
  ...shared,
  access: 'allocations.write',
  recent: 'above-sum',
  params: idParams(nominationId),
  summary: 'Release the unspent money of a nomination',
  records: { 'nomination.leftovers_released': 'Released the unspent money of a nomination' },
  body: z.object({ reason: requiredText(500) }),
  response: z.object({ released: z.int() }),
  errors: ['not_found', 'nothing_left', 'idempotency_key_reused'],
});
