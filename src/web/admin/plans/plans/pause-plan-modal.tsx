import { TextInput } from '@mantine/core';
import type { Plan } from '#contract/plans/plans.ts';
import { changeableDays } from '#core/plans/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

/** Takes a rest from payments until a day. */
export function PausePlanModal({ plan, ...dialog }: DialogProps & { plan: Plan }) {
  const { first, last } = changeableDays(new Date(), siteInfo.timeZone);
  return (
    <FormDialog
      {...dialog}
      title="Pause"
      text="Payments that are due before this day are left out, and are not made up for later. From that day on, it goes on by itself. The donor gets an email about it, and can resume or stop it at any time."
      action="Pause"
      isHarmless
      to={endpoints.pausePlan}
      params={{ id: plan.id }}
      initialValues={{ until: '' }}
      said="It is paused"
    >
      {(form) => (
        <TextInput
          label="Pause until"
          description="In a year at the latest"
          type="date"
          min={first}
          max={last}
          data-autofocus
          {...form.getInputProps('until')}
        />
      )}
    </FormDialog>
  );
}
