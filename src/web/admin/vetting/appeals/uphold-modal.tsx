import { Textarea } from '@mantine/core';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

/** Decides an appeal: nothing changes, and the nominator is told. */
export function UpholdModal({ nomination, ...dialog }: DialogProps & { nomination: Nomination }) {
  return (
    <FormDialog
      {...dialog}
      title="It Stays Declined"
      text="The nominator gets an email at once. This decision is final."
      action="Decide"
      to={endpoints.upholdRejection}
      params={{ id: nomination.id }}
      initialValues={{ letter: '' }}
      said={({ nominee }) => `${nominee}: It stays declined. The nominator gets an email.`}
    >
      {(form) => (
        <Textarea
          label="Letter (optional)"
          description="Without one, we thank the nominator and say that it stays declined."
          rows={6}
          data-autofocus
          {...form.getInputProps('letter')}
        />
      )}
    </FormDialog>
  );
}
