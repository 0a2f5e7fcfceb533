import { NativeSelect } from '@mantine/core';
import { formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';

/** Books money that the charity puts in for card costs, or takes out again. */
export function TopUpModal(dialog: DialogProps) {
  return (
    <FormDialog
      {...dialog}
      title="Money for Card Costs"
      text="Book only money that nobody donated for something else. It moves at your bank, not here."
      action="Book"
      to={endpoints.topUpCardCosts}
      initialValues={{ direction: 'in', amount: '', reason: '' }}
      toBody={({ direction, amount, reason }) => ({
        direction: direction === 'out' ? ('out' as const) : ('in' as const),
        amount: parseAmount(amount) ?? 0,
        reason,
      })}
      check={({ amount }) => amountErrors(amount)}
      said={({ amount }) => `${formatCents(Math.abs(amount))} booked`}
    >
      {(form) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}
