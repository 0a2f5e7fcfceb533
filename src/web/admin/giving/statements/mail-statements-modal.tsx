import { lastYear, PeriodFields } from '#web/admin/giving/statements/period-fields.tsx';
import { useMailStatements } from '#web/admin/queries/statements.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () => import('#contract/giving/statements.ts').then((contract) => contract.period);

interface MailStatementsModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Emails everybody who gave in a period the link to their statement. */
export function MailStatementsModal({ opened, onClose }: MailStatementsModalProps) {
  const mail = useMailStatements();
  const { form, onSubmit } = useSubmitForm({
    initialValues: lastYear(),
    schema,
    refusedField: 'to',
    async send(period) {
      await mail.mutateAsync(period);
      onClose();
    },
  });
  return (
    <FormModal
      title="Email Statements"
      text="Everybody of whom we have an email address and who gave something in this period gets a link to their statement, also those who want no updates. A period is emailed once."
      action="Email Statements"
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <PeriodFields from={form.getInputProps('from')} to={form.getInputProps('to')} />
    </FormModal>
  );
}
