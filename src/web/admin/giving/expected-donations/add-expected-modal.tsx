import { TextInput } from '@mantine/core';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { AmountField, optionalAmountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

/** Writes down that a donor-advised fund is expected to give. */
export function AddExpectedModal(dialog: DialogProps) {
  return (
    <FormDialog
      {...dialog}
      title="Expect a Fund"
      text="A donor-advised fund is the donor of what it gives. Whoever asked it to give gets thanks, which say that they are not a tax receipt."
      action="Save"
      isHarmless
      to={endpoints.addExpectedDonation}
      said="The expected donation was added"
      initialValues={{ organization: '', adviserName: '', adviserEmail: '', expectedAmount: '' }}
      toBody={({ expectedAmount, ...rest }) => ({
        ...rest,
        expectedAmount: parseAmount(expectedAmount) ?? undefined,
      })}
      check={({ expectedAmount }) => optionalAmountErrors('expectedAmount', expectedAmount)}
      refusedField="organization"
    >
      {(form) => (
        <>
          <TextInput
            label="Name of the fund"
            data-autofocus
            {...form.getInputProps('organization')}
          />
          <TextInput label="Who asked it to give" {...form.getInputProps('adviserName')} />
          <TextInput
            label="Their email address"
            description="For the thanks. Leave it empty if you do not know it."
            {...form.getInputProps('adviserEmail')}
          />
          <AmountField
            label="Expected amount"
            size="md"
            {...form.getInputProps('expectedAmount')}
          />
        </>
      )}
    </FormDialog>
  );
}
