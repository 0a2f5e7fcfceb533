import type { ComponentProps } from 'react';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { focusContent } from '#web/ui/focus-content.ts';

/** Asks before something is deleted. */
export function DeleteModal({
  onConfirm,
  ...question
}: Omit<ComponentProps<typeof ConfirmModal>, 'action'>) {
  return (
    <ConfirmModal
      {...question}
      action="Delete"
      onConfirm={async () => {
        await onConfirm();
        focusContent();
      }}
    />
  );
}
