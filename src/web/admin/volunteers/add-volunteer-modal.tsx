import { Textarea } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { NeedSelect } from '#web/admin/volunteers/need-select.tsx';
import { VolunteerPersonFields } from '#web/admin/volunteers/volunteer-person-fields.tsx';
import { paths, readId } from '#web/client/paths.ts';

/** Enters what somebody offered by phone or in person. */
export function AddVolunteerModal(dialog: DialogProps) {
  const navigate = useNavigate();
  return (
    <FormDialog
      {...dialog}
      title="Enter an Offer of Time"
      action="Add Offer"
      to={endpoints.addVolunteer}
      said="The offer of time was added"
      initialValues={{
        firstName: '',
        lastName: '',
        email: '',
        phone: '',
        nominationId: '',
        notes: '',
      }}
      toBody={(values) => ({
        ...values,
        nominationId: readId<NominationId>(values.nominationId || null),
      })}
      onDone={({ id }) => navigate(paths.volunteer(id), { replace: true })}
    >
      {(form) => (
        <>
          <p className="soft">
            For somebody who calls or writes. An email address or a phone number is enough; a donor
            is recognized by the email address.
          </p>
          <VolunteerPersonFields form={form} />
          <NeedSelect {...form.getInputProps('nominationId')} />
          <Textarea
            label="Notes"
            description="Only the team sees these."
            rows={3}
            {...form.getInputProps('notes')}
          />
        </>
      )}
    </FormDialog>
  );
}
