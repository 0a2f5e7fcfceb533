import { Textarea } from '@mantine/core';
import type { Donor } from '#contract/giving/donors.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () =>
  import('#contract/giving/donors.ts').then((contract) => contract.setPostalAddress.body);

interface PostalAddressModalProps {
  donor: Donor;
  opened: boolean;
  onClose: () => void;
}

/** The address that receipts of a donor show from now on. */
export function PostalAddressModal({ donor, opened, onClose }: PostalAddressModalProps) {
  const set = useSend(endpoints.setPostalAddress, { said: 'The address was saved' });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { postalAddress: donor.postalAddress },
    schema,
    async send(body) {
      await set.mutateAsync({ params: { id: donor.id }, body });
      onClose();
    },
  });
  return (
    <FormModal
      title="Postal Address"
      text="Receipts show it from now on, unless the donor typed another one with the donation. Receipts that were issued do not change."
      action="Save Address"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <Textarea
        label="Postal address"
        rows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('postalAddress')}
      />
    </FormModal>
  );
}
