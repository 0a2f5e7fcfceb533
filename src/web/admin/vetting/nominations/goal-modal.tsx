import { Button } from '@mantine/core';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { centsToDecimal, formatCents } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { GoalField, goalErrors, parseGoal } from '#web/admin/vetting/nominations/goal-field.tsx';

/** Sets, changes, or removes what an accepted nomination asks for. */
export function GoalModal({
  nomination,
  opened,
  onClose,
}: DialogProps & { nomination: Nomination }) {
  return (
    <Modal title="Goal" opened={opened} onClose={onClose} size="narrow">
      <GoalForm key={nomination.goalAmount} nomination={nomination} onDone={onClose} />
    </Modal>
  );
}

function GoalForm({ nomination, onDone }: { nomination: Nomination; onDone: () => void }) {
  const { id, goalAmount } = nomination;
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.setGoal,
    params: { id },
    initialValues: { goalAmount: goalAmount === null ? '' : centsToDecimal(goalAmount) },
    toBody: (values) => ({ goalAmount: parseGoal(values.goalAmount) }),
    check: (values) => goalErrors(values.goalAmount),
    refusedField: 'goalAmount',
    said: ({ nominee, goalAmount: set }) =>
      set === null ? `${nominee}: Goal removed` : `${nominee}: Goal set to ${formatCents(set)}`,
    onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <GoalField
        data-autofocus
        description="What this need asks for. Everybody sees it on the public page. Leave it empty for no goal."
        {...form.getInputProps('goalAmount')}
      />
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}
