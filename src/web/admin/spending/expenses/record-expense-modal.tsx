import {
  RecordExpenseForm,
  type RecordExpenseFormProps,
} from '#web/admin/spending/expenses/record-expense-form.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';

interface RecordExpenseModalProps extends RecordExpenseFormProps {
  opened: boolean;
}

/** The dialog in which an expense is recorded. */
export function RecordExpenseModal({ opened, ...form }: RecordExpenseModalProps) {
  return (
    <Modal title="Record an Expense" opened={opened} onClose={form.onClose}>
      <RecordExpenseForm {...form} />
    </Modal>
  );
}
