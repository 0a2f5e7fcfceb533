import { Textarea, TextInput } from '@mantine/core';
import type { DonationReceipt } from '#contract/receipts/tax-receipts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';

/** Issues a corrected receipt in place of one. */
export function ReplaceReceiptModal({
  receipt,
  ...dialog
}: DialogProps & { receipt: DonationReceipt }) {
  const { id, number, donorName, donorAddress } = receipt;
  return (
    <FormDialog
      {...dialog}
      title="Replace This Receipt"
      text={`A new receipt with a number of its own says that it cancels and replaces receipt No. ${number}, and we email it to the donor if there is an address. Both are kept. You cannot undo this.`}
      action="Replace Receipt"
      to={endpoints.replaceReceipt}
      params={{ id }}
      initialValues={{ donorName, donorAddress, reason: '' }}
      refusedField="reason"
      said={({ number: issued }) => `Receipt No. ${issued} was issued`}
    >
      {(form) => (
        <>
          <TextInput
            label="Name of the donor"
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('donorName')}
          />
          <Textarea label="Address of the donor" rows={3} {...form.getInputProps('donorAddress')} />
          <ReasonField
            description="Kept with the receipt and in the audit trail; the donor does not see it."
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
