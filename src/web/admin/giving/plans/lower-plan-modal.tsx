import type { Plan } from '#contract/giving/plans.ts';
import { formatCents, parseAmount } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

interface PlanModalProps {
  plan: Plan;
  opened: boolean;
  onClose: () => void;
}

/** Lowers what each payment is. */
export function LowerPlanModal({ plan, opened, onClose }: PlanModalProps) {
  const lower = useSend(endpoints.lowerPlan, { said: 'The amount was lowered' });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { amount: '' },
    check: ({ amount }) => amountErrors(amount, plan.amount - 1),
    toInput: ({ amount }) => ({ amount: parseAmount(amount) ?? 0 }),
    async send(body) {
      await lower.mutateAsync({ params: { id: plan.id }, body });
      form.reset();
      onClose();
    },
  });
  return (
    <FormModal
      title="Lower the Amount"
      text={`It is ${formatCents(plan.amount)} now. The new amount counts from the next payment on; one that the payment provider is already preparing keeps the old one. Only the donor can raise it again. They get an email about it.${plan.cover === 0 ? '' : ' What they add for card costs is computed anew, and is never more than before.'}`}
      action="Lower"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <AmountField label="New amount" data-autofocus {...form.getInputProps('amount')} />
    </FormModal>
  );
}
