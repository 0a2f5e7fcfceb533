import type { Donor } from '#contract/donors/donors.ts';
import { heldTime } from '#core/donors/donor-changes.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { PersonFields, somebodyElse } from '#web/admin/shared/person-fields.tsx';

/** Corrects the name or the address of a donor. */
export function CorrectDonorModal({ donor, ...dialog }: DialogProps & { donor: Donor }) {
  const { id, firstName, lastName, email } = donor;
  return (
    <FormDialog
      {...dialog}
      title="Correct Name or Address"
      size="narrow"
      action="Save Changes"
      to={endpoints.correctDonor}
      params={{ id }}
      initialValues={{ firstName, lastName, email: email ?? '' }}
      said="Donor saved"
    >
      {(form) => (
        <>
          <PersonFields form={form} fillIn={somebodyElse} />
          <p className="soft">
            {`All email about this donor’s donations goes to a new address from now on. Make sure that it is theirs. We tell the former address, which can stop the change. Private links that are sent to the new one do nothing for ${heldTime}, unless the former one agrees. Links in earlier emails keep working until you send a new one.`}
          </p>
        </>
      )}
    </FormDialog>
  );
}
