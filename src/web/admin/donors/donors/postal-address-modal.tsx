import { Textarea } from '@mantine/core';
import type { Donor } from '#contract/donors/donors.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

/** The address that receipts of a donor show from now on. */
export function PostalAddressModal({ donor, ...dialog }: DialogProps & { donor: Donor }) {
  return (
    <FormDialog
      {...dialog}
      title="Postal Address"
      text="Receipts show it from now on, unless the donor typed another one with the donation. Receipts that were issued do not change."
      action="Save Address"
      isHarmless
      to={endpoints.setPostalAddress}
      params={{ id: donor.id }}
      initialValues={{ postalAddress: donor.postalAddress }}
      said="The address was saved"
    >
      {(form) => (
        <Textarea
          label="Postal address"
          rows={3}
          data-autofocus
          {...form.getInputProps('postalAddress')}
        />
      )}
    </FormDialog>
  );
}
