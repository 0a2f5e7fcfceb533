import { Textarea } from '@mantine/core';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { useUpholdRejection } from '#web/admin/queries/decisions.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

interface UpholdModalProps {
  nomination: Nomination;
  opened: boolean;
  onClose: () => void;
}

/** Decides an appeal: nothing changes, and the nominator is told. */
export function UpholdModal({ nomination, opened, onClose }: UpholdModalProps) {
  const uphold = useUpholdRejection(nomination.id);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { letter: '' },
    async send({ letter }) {
      await uphold.mutateAsync(letter);
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
