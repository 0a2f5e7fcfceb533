import { TextInput } from '@mantine/core';
import type { Plan } from '#contract/giving/plans.ts';
import { changeableDays } from '#core/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

interface PlanModalProps {
  plan: Plan;
  opened: boolean;
  onClose: () => void;
}

const schema = () =>
  import('#contract/giving/plans.ts').then((contract) => contract.pausePlan.body);

/** Takes a rest from payments until a day. */
export function PausePlanModal({ plan, opened, onClose }: PlanModalProps) {
  const pause = useSend(endpoints.pausePlan, { said: 'It is paused' });
  const { first, last } = changeableDays(new Date(), siteInfo.timeZone);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { until: '' },
    schema,
    async send(body) {
      await pause.mutateAsync({ params: { id: plan.id }, body });
      form.reset();
      onClose();
    },
  });
  return (
    <FormModal
      title="Pause"
      text="Payments that are due before this day are left out, and are not made up for later. From that day on, it goes on by itself. The donor gets an email about it, and can resume or stop it at any time."
      action="Pause"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextInput
        label="Pause until"
        description="In a year at the latest"
        type="date"
        min={first}
        max={last}
        data-autofocus
        {...form.getInputProps('until')}
      />
    </FormModal>
  );
}
