import type { DonorId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { lastYear, PeriodFields } from '#web/admin/receipts/statements/period-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { QuestionForm } from '#web/admin/ui/question-form.tsx';
import { saveFile } from '#web/client/save-file.ts';

const schema = () => import('#contract/receipts/statements.ts').then((contract) => contract.period);

interface SaveStatementModalProps {
  donorId: DonorId;
  opened: boolean;
  onClose: () => void;
}

/** Saves the statement of one donor. */
export function SaveStatementModal({ donorId, opened, onClose }: SaveStatementModalProps) {
  return (
    <Modal title="Save a Statement" opened={opened} onClose={onClose} size="narrow">
      <SaveStatementForm donorId={donorId} onClose={onClose} />
    </Modal>
  );
}

function SaveStatementForm({ donorId, onClose }: Omit<SaveStatementModalProps, 'opened'>) {
  const save = useSend(endpoints.getDonorStatement, { onDone: saveFile });
  const { form, onSubmit } = useSubmitForm({
    initialValues: lastYear(),
    schema,
    refusedField: 'to',
    async send(query) {
      await save.mutateAsync({ params: { id: donorId }, query });
      onClose();
    },
  });
  return (
    <QuestionForm
      text="A PDF file with everything that this donor gave in a period, and the receipt number of each donation."
      action="Save Statement"
      isHarmless
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <PeriodFields from={form.getInputProps('from')} to={form.getInputProps('to')} />
    </QuestionForm>
  );
}
