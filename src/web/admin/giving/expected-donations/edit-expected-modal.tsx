import { Textarea } from '@mantine/core';
import type { ExpectedDonation } from '#contract/giving/expected-donations.ts';
import { centsToDecimal, parseAmount } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () =>
  import('#contract/giving/expected-donations.ts').then(
    ({ describeExpectedDonation }) => describeExpectedDonation.body,
  );

interface EditExpectedModalProps {
  expected: ExpectedDonation;
  opened: boolean;
  onClose: () => void;
}

/** Says how much is expected, and keeps a note about it. */
export function EditExpectedModal({ expected, opened, onClose }: EditExpectedModalProps) {
  const describe = useSend(endpoints.describeExpectedDonation);
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      expectedAmount:
        expected.expectedAmount === null ? '' : centsToDecimal(expected.expectedAmount),
      note: expected.note,
    },
    toInput: ({ expectedAmount, note }) => ({
      note,
      expectedAmount: parseAmount(expectedAmount) ?? undefined,
    }),
    schema,
    check: ({ expectedAmount }) => {
      const { amount } = expectedAmount.trim() === '' ? {} : amountErrors(expectedAmount);
      return amount === undefined ? {} : { expectedAmount: amount };
    },
    async send(body) {
      await describe.mutateAsync({ params: { id: expected.id }, body });
      onClose();
    },
  });
  return (
    <FormModal
      title="What Is Expected"
      text={`What ${expected.organization} is expected to pay, and what the team should know about it. Donors never read it.`}
      action="Save"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
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
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormModal>
  );
}
