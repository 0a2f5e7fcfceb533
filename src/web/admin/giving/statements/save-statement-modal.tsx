import type { DonorId } from '#contract/ids.ts';
import { lastYear, PeriodFields } from '#web/admin/giving/statements/period-fields.tsx';
import { useSaveStatement } from '#web/admin/queries/statements.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () => import('#contract/giving/statements.ts').then((contract) => contract.period);

interface SaveStatementModalProps {
  donorId: DonorId;
  opened: boolean;
  onClose: () => void;
}

/** Saves the statement of one donor. */
export function SaveStatementModal({ donorId, opened, onClose }: SaveStatementModalProps) {
  const save = useSaveStatement(donorId);
  const { form, onSubmit } = useSubmitForm({
    initialValues: lastYear(),
    schema,
    refusedField: 'to',
    async send(period) {
      await save.mutateAsync(period);
      onClose();
    },
  });
  return (
    <FormModal
      title="Save a Statement"
      text="A PDF file with everything that this donor gave in a period, and the receipt number of each donation."
      action="Save Statement"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <PeriodFields from={form.getInputProps('from')} to={form.getInputProps('to')} />
    </FormModal>
  );
}
