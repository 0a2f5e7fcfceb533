import { TextInput } from '@mantine/core';
import type { NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

/** Asks before somebody excludes themselves. */
export function ConflictModal({
  nominationId,
  ...dialog
}: DialogProps & { nominationId: NominationId }) {
  return (
    <FormDialog
      {...dialog}
      title="Declare a Conflict of Interest"
      text="For example, the nominee is your family, your friend, or your employer. From then on, you neither check nor recommend nor decide here, and what you have checked is to be checked again. Only a colleague can take that back."
      action="Declare"
      to={endpoints.declareConflict}
      said="The conflict was recorded"
      params={{ id: nominationId }}
      initialValues={{ reason: '' }}
    >
      {(form) => (
        <TextInput
          label="Reason (optional)"
          description="Only the team reads it."
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}
