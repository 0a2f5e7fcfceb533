import { TextInput } from '@mantine/core';
import { parseAmount } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () =>
  import('#contract/giving/expected-donations.ts').then(
    ({ addExpectedDonation }) => addExpectedDonation.body,
  );

/** Writes down that a donor-advised fund is expected to give. */
export function AddExpectedModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const add = useSend(endpoints.addExpectedDonation);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { organization: '', adviserName: '', adviserEmail: '', expectedAmount: '' },
    toInput: ({ expectedAmount, ...rest }) => ({
      ...rest,
      expectedAmount: parseAmount(expectedAmount) ?? undefined,
    }),
    schema,
    check: ({ expectedAmount }) => {
      const { amount } = expectedAmount.trim() === '' ? {} : amountErrors(expectedAmount);
      return amount === undefined ? {} : { expectedAmount: amount };
    },
    refusedField: 'organization',
    async send(body) {
      await add.mutateAsync({ body });
      onClose();
    },
  });
  return (
    <FormModal
      title="Expect a Fund"
      text="A donor-advised fund is the donor of what it gives. Whoever asked it to give gets thanks, which say that they are not a tax receipt."
      action="Save"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextInput label="Name of the fund" data-autofocus {...form.getInputProps('organization')} />
      <TextInput label="Who asked it to give" {...form.getInputProps('adviserName')} />
      <TextInput
        label="Their email address"
        description="For the thanks. Leave it empty if you do not know it."
        {...form.getInputProps('adviserEmail')}
      />
      <AmountField label="Expected amount" size="md" {...form.getInputProps('expectedAmount')} />
    </FormModal>
  );
}
