import { Textarea } from '@mantine/core';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface ReasonModalProps {
  title: string;
  /** What will happen, in a sentence. */
  text: string;
  action: string;
  /** The id of what it happens to. */
  about: string;
  opened: boolean;
  onClose: () => void;
  onConfirm: (sent: { reason: string; idempotencyKey: string }) => Promise<unknown>;
}

/** Asks for the reason of something that moves money. */
export function ReasonModal({ about, onClose, onConfirm, ...dialog }: ReasonModalProps) {
  const idempotency = useIdempotencyKey();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { reason: '' },
    check: ({ reason }): Record<string, string> =>
      reason.trim() === '' ? { reason: 'Required' } : {},
    async send(values) {
      const reason = values.reason.trim();
      await onConfirm({ reason, idempotencyKey: idempotency.keyFor({ about, reason }) });
      idempotency.renew();
      form.reset();
      onClose();
    },
  });
  return (
    <ConfirmDialog {...dialog} loading={form.submitting} onClose={onClose} onConfirm={onSubmit}>
      <Textarea
        label="Reason"
        description="Kept with the money's history."
        name="reason"
        rows={3}
        maxLength={500}
        data-autofocus
        aria-required="true"
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
