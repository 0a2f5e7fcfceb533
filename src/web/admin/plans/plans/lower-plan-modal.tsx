import type { Plan } from '#contract/plans/plans.ts';
import { formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

/** Lowers what each payment is. */
export function LowerPlanModal({ plan, ...dialog }: DialogProps & { plan: Plan }) {
  return (
    <FormDialog
      {...dialog}
      title="Lower the Amount"
      text={`It is ${formatCents(plan.amount)} now. The new amount counts from the next payment on; one that the payment provider is already preparing keeps the old one. Only the donor can raise it again. They get an email about it.${plan.cover === 0 ? '' : ' What they add for card costs is computed anew, and is never more than before.'}`}
      action="Lower"
      isHarmless
      to={endpoints.lowerPlan}
      params={{ id: plan.id }}
      initialValues={{ amount: '' }}
      toBody={({ amount }) => ({ amount: parseAmount(amount) ?? 0 })}
      check={({ amount }) => amountErrors(amount, plan.amount - 1)}
      said="The amount was lowered"
    >
      {(form) => (
        <AmountField label="New amount" data-autofocus {...form.getInputProps('amount')} />
      )}
    </FormDialog>
  );
}
