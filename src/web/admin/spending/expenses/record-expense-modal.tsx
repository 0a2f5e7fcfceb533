import type { CauseId, NominationId } from '#contract/ids.ts';
import type { Uploads } from '#web/admin/publishing/files/use-uploads.ts';
import { RecordExpenseForm } from '#web/admin/spending/expenses/record-expense-form.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';

interface RecordExpenseModalProps {
  nominationId: NominationId;
  causeId: CauseId;
  leftCents: number;
  uploads: Uploads;
  opened: boolean;
  onClose: () => void;
}

export function RecordExpenseModal({ opened, onClose, ...form }: RecordExpenseModalProps) {
  return (
    <Modal title="Record an Expense" opened={opened} onClose={onClose}>
      <RecordExpenseForm {...form} onDone={onClose} />
    </Modal>
  );
}
