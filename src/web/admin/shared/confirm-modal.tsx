import type { ReactNode } from 'react';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { QuestionForm } from '#web/admin/ui/question-form.tsx';
import { ApiError } from '#web/client/api-client.ts';

interface ConfirmModalProps {
  title: string;
  /** What will happen, in a sentence. */
  text: ReactNode;
  action: string;
  opened: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
  /** Called when it is done, if more than this dialog must close. */
  onDone?: () => void;
}

/**
 * Asks before an action. Stays open after a failure that a retry may fix; closes when the server says that the
 * action is not possible.
 */
export function ConfirmModal({ title, opened, ...question }: ConfirmModalProps) {
  return (
    <Modal title={title} opened={opened} onClose={question.onClose} size="narrow">
      <Confirmation {...question} />
    </Modal>
  );
}

/** In the dialog, so that each opening asks anew: what was just sent is another question. */
function Confirmation(props: Omit<ConfirmModalProps, 'title' | 'opened'>) {
  const { onConfirm, onDone, ...question } = props;
  const { onClose } = question;
  const { form, onSubmit } = useSubmitForm({
    initialValues: {},
    async send() {
      try {
        await onConfirm();
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onClose();
        throw error;
      }
      (onDone ?? onClose)();
    },
  });
  return <QuestionForm {...question} loading={form.submitting} onSubmit={onSubmit} />;
}
