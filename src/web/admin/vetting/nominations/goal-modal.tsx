import type { Nomination } from '#contract/vetting/nominations.ts';
import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { GoalField, goalErrors, parseGoal } from '#web/admin/vetting/nominations/goal-field.tsx';

/** Sets, changes, or removes what an accepted nomination asks for. */
export function GoalModal({
  nomination: { id, goalAmount },
  ...dialog
}: DialogProps & { nomination: Nomination }) {
  return (
    <FormDialog
      {...dialog}
      title="Goal"
      size="narrow"
      to={endpoints.setGoal}
      params={{ id }}
      initialValues={{ goalAmount: goalAmount === null ? '' : centsToDecimal(goalAmount) }}
      check={(values) => goalErrors(values.goalAmount)}
      toBody={(values) => ({ goalAmount: parseGoal(values.goalAmount) })}
      refusedField="goalAmount"
      said={({ nominee, goalAmount: set }) =>
        set === null ? `${nominee}: Goal removed` : `${nominee}: Goal set to ${formatCents(set)}`
      }
      action="Save"
    >
      {(form) => (
        <GoalField
          data-autofocus
          description="What this need asks for. Everybody sees it on the public page. Leave it empty for no goal."
          {...form.getInputProps('goalAmount')}
        />
      )}
    </FormDialog>
  );
}
