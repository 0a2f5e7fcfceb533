import { Textarea } from '@mantine/core';
import type { ExpectedDonation } from '#contract/giving/expected-donations.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { AmountField, optionalAmountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

interface EditExpectedModalProps extends DialogProps {
  expected: ExpectedDonation;
}

/** Says how much is expected, and keeps a note about it. */
export function EditExpectedModal({ expected, ...dialog }: EditExpectedModalProps) {
  return (
    <FormDialog
      {...dialog}
      title="What Is Expected"
      text={`What ${expected.organization} is expected to pay, and what the team should know about it. Donors never read it.`}
      action="Save"
      isHarmless
      to={endpoints.describeExpectedDonation}
      said="Expected donation saved"
      params={{ id: expected.id }}
      initialValues={{
        expectedAmount:
          expected.expectedAmount === null ? '' : centsToDecimal(expected.expectedAmount),
        note: expected.note,
      }}
      toBody={({ expectedAmount, note }) => ({
        note,
        expectedAmount: parseAmount(expectedAmount) ?? undefined,
      })}
      check={({ expectedAmount }) => optionalAmountErrors('expectedAmount', expectedAmount)}
    >
      {(form) => (
        <>
          <AmountField
            label="Expected amount"
            description="Leave it empty if nobody knows."
            size="md"
            aria-required="false"
            data-autofocus
            {...form.getInputProps('expectedAmount')}
          />
          <Textarea
            label="Note"
            description="Such as whom you asked, and when they pay."
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}
