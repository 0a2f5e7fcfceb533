import { TextInput } from '@mantine/core';
import type { NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { QuestionForm } from '#web/admin/ui/form-modal.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';

interface ConflictModalProps {
  nominationId: NominationId;
  opened: boolean;
  onClose: () => void;
}

/** Asks before somebody excludes themselves. */
export function ConflictModal({ opened, ...question }: ConflictModalProps) {
  return (
    <Modal
      title="Declare a Conflict of Interest"
      opened={opened}
      onClose={question.onClose}
      size="narrow"
    >
      <ConflictForm {...question} />
    </Modal>
  );
}

function ConflictForm({ nominationId, onClose }: Omit<ConflictModalProps, 'opened'>) {
  const declare = useSend(endpoints.declareConflict);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { reason: '' },
    async send(body) {
      await declare.mutateAsync({ params: { id: nominationId }, body });
      onClose();
    },
  });
  return (
    <QuestionForm
      text="For example, the nominee is your family, your friend, or your employer. From then on, you neither check nor recommend nor decide here, and what you have checked is to be checked again. Only a colleague can take that back."
      action="Declare"
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextInput
        label="Reason (optional)"
        description="Only the team reads it."
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </QuestionForm>
  );
}
