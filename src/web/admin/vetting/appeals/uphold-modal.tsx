import { Textarea } from '@mantine/core';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

interface UpholdModalProps {
  nomination: Nomination;
  opened: boolean;
  onClose: () => void;
}

/** Decides an appeal: nothing changes, and the nominator is told. */
export function UpholdModal({ nomination, opened, onClose }: UpholdModalProps) {
  const uphold = useSend(endpoints.upholdRejection, {
    said: ({ nominee }) => `${nominee}: It stays declined. The nominator gets an email.`,
  });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { letter: '' },
    async send(body) {
      await uphold.mutateAsync({ params: { id: nomination.id }, body });
      form.reset();
      onClose();
    },
  });
  return (
    <FormModal
      title="It Stays Declined"
      text="The nominator gets an email at once. This decision is final."
      action="Decide"
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <Textarea
        label="Letter (optional)"
        description="Without one, we thank the nominator and say that it stays declined."
        rows={6}
        maxLength={5000}
        data-autofocus
        {...form.getInputProps('letter')}
      />
    </FormModal>
  );
}
