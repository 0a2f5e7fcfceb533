import { TextInput } from '@mantine/core';
import type { ExpectedDonation } from '#contract/giving/expected-donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { useLinkExpectedDonation } from '#web/admin/queries/expected-donations.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';
import { readId } from '#web/client/paths.ts';

const schema = () =>
  import('#contract/giving/expected-donations.ts').then(
    ({ linkExpectedDonation }) => linkExpectedDonation.body,
  );

interface ExpectedPaymentModalProps {
  expected: ExpectedDonation;
  opened: boolean;
  onClose: () => void;
}

/** Says with which donation an expected one was paid. */
export function ExpectedPaymentModal({ expected, opened, onClose }: ExpectedPaymentModalProps) {
  const link = useLinkExpectedDonation();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { donationId: '' },
    toInput: ({ donationId }) => ({ donationId: readId<DonationId>(donationId.trim()) }),
    schema,
    refusedField: 'donationId',
    async send({ donationId }) {
      if (donationId !== null) await link.mutateAsync({ id: expected.id, donationId });
      onClose();
    },
  });
  return (
    <FormModal
      title="Paid"
      text={`Book what ${expected.organization} paid as a donation of its own first, with ${expected.organization} as its donor, such as with a deposit. Then enter the ID of that donation.${expected.kind === 'fund' ? ' Whoever asked the fund to give is thanked by email, if you entered an address.' : ''}`}
      action="Link the Donation"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextInput
        label="ID of the donation"
        description="In its details, under Reference."
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('donationId')}
      />
    </FormModal>
  );
}
