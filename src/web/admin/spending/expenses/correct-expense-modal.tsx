import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Expense } from '#contract/spending/expenses.ts';
import { formatCents } from '#core/platform/money.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';

interface CorrectExpenseModalProps {
  /** Null while nobody corrects one. */
  expense: Expense | null;
  onClose: () => void;
}

/** Corrects who was paid, when, and for what. The version that was seen goes with what was typed. */
export function CorrectExpenseModal({ expense, onClose }: CorrectExpenseModalProps) {
  const shown = useLastValue(expense);
  if (shown === null) return null;
  const { id, revision, payee, paidOn, purpose, receiptKind, paysCardCosts } = shown;
  return (
    <FormDialog
      title="Correct Expense"
      size="wide"
      to={endpoints.correctExpense}
      params={{ id }}
      initialValues={{ revision, payee, paidOn, purpose, receiptKind, reason: '' }}
      said={({ amount }) => `Expense of ${formatCents(amount)} corrected`}
      action="Save Changes"
      opened={expense !== null}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>{whatFollows(shown)}</p>
          <TextInput
            label="Paid to"
            data-autofocus
            aria-required="true"
            {...form.getInputProps('payee')}
          />
          {!paysCardCosts && (
            <TextInput
              type="date"
              label="Paid on"
              aria-required="true"
              {...form.getInputProps('paidOn')}
            />
          )}
          <Textarea
            label="Purpose"
            rows={2}
            aria-required="true"
            {...form.getInputProps('purpose')}
          />
          <NativeSelect
            label="Kind of receipt"
            data={Object.entries(receiptKinds).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('receiptKind')}
          />
          <ReasonField
            description="Kept in the audit trail, with what stood here before."
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

function whatFollows({ amount, exportedAt }: Expense): string {
  const exported =
    exportedAt === null
      ? ''
      : ` Files keep what stood here when they were made, the last one on ${formatDate(exportedAt)}: tell whoever works with it.`;
  return `No money moves, and a line of the bank stays matched. What is public changes at once. If the ${formatCents(amount)} are wrong, choose “Undo” instead: you can record the expense again with what was typed.${exported}`;
}
