import { Textarea, TextInput } from '@mantine/core';
import type { DonationReceipt } from '#contract/giving/receipts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () =>
  import('#contract/giving/receipts.ts').then((contract) => contract.replaceReceipt.body);

interface ReplaceReceiptModalProps {
  receipt: DonationReceipt;
  opened: boolean;
  onClose: () => void;
}

/** Issues a corrected receipt in place of one. */
export function ReplaceReceiptModal({ receipt, opened, onClose }: ReplaceReceiptModalProps) {
  const replace = useSend(endpoints.replaceReceipt, {
    said: ({ number: issued }) => `Receipt No. ${issued} was issued`,
  });
  const { id, number, donorName, donorAddress } = receipt;
  const { form, onSubmit } = useSubmitForm({
    initialValues: { donorName, donorAddress, reason: '' },
    schema,
    refusedField: 'reason',
    async send(body) {
      await replace.mutateAsync({ params: { id }, body });
      form.reset();
      onClose();
    },
  });
  return (
    <FormModal
      title="Replace This Receipt"
      text={`A new receipt with a number of its own says that it cancels and replaces receipt No. ${number}, and we email it to the donor. Both are kept. You cannot undo this.`}
      action="Replace Receipt"
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextInput
        label="Name of the donor"
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('donorName')}
      />
      <Textarea
        label="Address of the donor"
        rows={3}
        maxLength={500}
        {...form.getInputProps('donorAddress')}
      />
      <ReasonField
        description="Kept with the receipt and in the audit trail; the donor does not see it."
        {...form.getInputProps('reason')}
      />
    </FormModal>
  );
}
