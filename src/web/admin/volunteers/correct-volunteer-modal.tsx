import type { Volunteer } from '#contract/volunteers/volunteers.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { VolunteerPersonFields } from '#web/admin/volunteers/volunteer-person-fields.tsx';

interface CorrectVolunteerModalProps extends DialogProps {
  id: Volunteer['id'];
  person: NonNullable<Volunteer['person']>;
}

/** Corrects who offers time; a donor is corrected on the donor's page. */
export function CorrectVolunteerModal({
  id,
  person: { firstName, lastName, email, phone },
  ...dialog
}: CorrectVolunteerModalProps) {
  return (
    <FormDialog
      {...dialog}
      title="Correct Name or Contact"
      action="Save Changes"
      to={endpoints.correctVolunteer}
      params={{ id }}
      initialValues={{ firstName, lastName, email, phone }}
      refusedField="email"
      said="Volunteer saved"
    >
      {(form) => <VolunteerPersonFields form={form} />}
    </FormDialog>
  );
}
