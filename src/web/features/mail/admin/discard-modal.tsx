import type { DeadMail } from '#contract/operations/mail.ts';
import { useDiscardMail } from '#web/admin/queries/mail.ts';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { ReasonField, reasonErrors } from '#web/admin/shared/reason-field.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface DiscardModalProps {
  /** What would be discarded; null while closed. */
  mail: DeadMail | null;
  onClose: () => void;
}

/** Gives a mail up, with a reason that is kept. */
export function DiscardModal({ mail, onClose }: DiscardModalProps) {
  const shown = useLastValue(mail);
  const discard = useDiscardMail();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { reason: '' },
    check: ({ reason }) => reasonErrors(reason),
    async send({ reason }) {
      if (shown === null) return;
      await discard.mutateAsync({ id: shown.id, reason: reason.trim() });
      form.reset();
      onClose();
      focusContent();
    },
  });
  return (
    <ConfirmDialog
      title="Discard Mail"
      text={`“${shown?.subject}” will never reach ${shown?.recipient}.`}
      action="Discard"
      opened={mail !== null}
      loading={form.submitting}
      onClose={onClose}
      onConfirm={onSubmit}
    >
      <ReasonField
        description="Kept in the audit trail."
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
