import { NativeSelect } from '@mantine/core';
import { formatCents, parseAmount } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () =>
  import('#contract/giving/card-costs.ts').then(({ topUpCardCosts }) => topUpCardCosts.body);

interface TopUpModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Books money that the charity puts in for card costs, or takes out again. */
export function TopUpModal({ opened, onClose }: TopUpModalProps) {
  const topUp = useSend(endpoints.topUpCardCosts, {
    said: ({ amount }) => `${formatCents(Math.abs(amount))} booked`,
  });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { direction: 'in', amount: '', reason: '' },
    toInput: ({ direction, amount, reason }) => ({
      direction: direction === 'out' ? ('out' as const) : ('in' as const),
      amount: parseAmount(amount) ?? 0,
      reason: reason.trim(),
    }),
    schema,
    check: ({ amount }) => amountErrors(amount),
    async send(body, idempotencyKey) {
      await topUp.mutateAsync({ body, idempotencyKey });
      onClose();
    },
  });
  return (
    <FormModal
      title="Money for Card Costs"
      text="Book only money that nobody donated for something else. It moves at your bank, not here."
      action="Book"
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <NativeSelect
        label="What"
        data={[
          { value: 'in', label: 'The charity puts money in' },
          { value: 'out', label: 'The charity takes money out' },
        ]}
        {...form.getInputProps('direction')}
      />
      <AmountField size="md" data-autofocus {...form.getInputProps('amount')} />
      <ReasonField
        description="Where it comes from, or why it leaves. Everybody on the team reads it."
        {...form.getInputProps('reason')}
      />
    </FormModal>
  );
}
