import type { File as StoredFile } from '#contract/publishing/files.ts';
import { useWithdrawConsent } from '#web/admin/queries/uploads.ts';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { ReasonField, reasonErrors } from '#web/admin/shared/reason-field.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface WithdrawConsentModalProps {
  file: StoredFile | null;
  onClose: () => void;
}

/** Somebody no longer agrees: the file leaves every page at once. */
export function WithdrawConsentModal({ file, onClose }: WithdrawConsentModalProps) {
  const shown = useLastValue(file);
  const withdraw = useWithdrawConsent(shown?.nominationId ?? '');
  const { form, onSubmit } = useSubmitForm({
    initialValues: { reason: '' },
    check: ({ reason }) => reasonErrors(reason),
    async send({ reason }) {
      if (shown === null) return;
      await withdraw.mutateAsync({ id: shown.id, reason: reason.trim() });
      form.reset();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Withdraw Consent"
      text="It disappears from every page at once."
      action="Withdraw"
      opened={file !== null}
      loading={form.submitting}
      onClose={onClose}
      onConfirm={onSubmit}
    >
      <ReasonField
        description="Who said so, and when. Kept in the history."
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
