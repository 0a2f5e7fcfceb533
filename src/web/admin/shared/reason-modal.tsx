import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';
import type { LoadSchema } from '#web/client/schema-errors.ts';

interface ReasonModalProps {
  title: string;
  /** A sentence that says what will happen. */
  text: string;
  action: string;
  /** Who can read the reason. */
  hint: string;
  /** The contract's schema of the call, which takes only a reason. */
  schema: LoadSchema;
  opened: boolean;
  onClose: () => void;
  onConfirm: (sent: { reason: string; idempotencyKey: string }) => Promise<unknown>;
}

/** Asks for a reason before an action. Give it a `key`, so that each item starts with an empty form. */
export function ReasonModal({ hint, schema, onConfirm, ...question }: ReasonModalProps) {
  const { form, onSubmit } = useSubmitForm({
    initialValues: { reason: '' },
    schema,
    async send({ reason }, idempotencyKey) {
      await onConfirm({ reason: reason.trim(), idempotencyKey });
      form.reset();
      question.onClose();
    },
  });
  return (
    <FormModal {...question} loading={form.submitting} onSubmit={onSubmit}>
      <ReasonField description={hint} data-autofocus {...form.getInputProps('reason')} />
    </FormModal>
  );
}
