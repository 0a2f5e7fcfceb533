import type { ReactNode } from 'react';
import { ApiError } from '#web/client/api-client.ts';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface DeleteDialogProps {
  title: string;
  /** What will be gone, in a sentence. */
  text: ReactNode;
  opened: boolean;
  onClose: () => void;
  remove: () => Promise<unknown>;
}

/** Asks before something is deleted. Stays open where the server gave no answer, so that one can try again. */
export function DeleteDialog({ remove, ...question }: DeleteDialogProps) {
  const { onClose } = question;
  const { form, onSubmit } = useSubmitForm({
    initialValues: {},
    async send() {
      try {
        await remove();
      } catch (error) {
        if (error instanceof ApiError && error.status !== 0) onClose();
        throw error;
      }
      onClose();
      focusContent();
    },
  });
  return (
    <ConfirmDialog {...question} action="Delete" loading={form.submitting} onConfirm={onSubmit} />
  );
}
