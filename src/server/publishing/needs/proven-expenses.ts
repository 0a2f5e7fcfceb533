import type { ProvenExpense } from '#contract/documents.ts';
import { type HiddenNames, withoutHiddenNames } from '#core/vetting/consent.ts';
import { hiddenNamesSql } from '#server/vetting/consents/gate.ts';

/** What everybody may read of an expense, and which names in it may be hidden. */
export const provenExpenseColumns = [
  'expenses.id',
  'expenses.paidOn',
  'expenses.payee',
  'expenses.purpose',
  'expenses.amountCents as amount',
  'expenses.receiptKind',
  hiddenNamesSql.as('hiddenNames'),
] as const;

/** An expense as everybody may read it. */
export function toProvenExpense({
  id,
  paidOn,
  payee,
  purpose,
  amount,
  receiptKind,
  hiddenNames,
}: ProvenExpense & { hiddenNames: HiddenNames | null }): ProvenExpense {
  return withoutHiddenNames({ id, paidOn, payee, purpose, amount, receiptKind }, hiddenNames);
}
