import { Button } from '@mantine/core';
import type { Volunteer } from '#contract/giving/volunteers.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { VolunteerPersonFields } from '#web/admin/giving/volunteers/volunteer-person-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { Fields } from '#web/ui/form-layout.tsx';

interface CorrectVolunteerModalProps {
  id: Volunteer['id'];
  person: NonNullable<Volunteer['person']>;
  opened: boolean;
  onClose: () => void;
}

/** Corrects who offers time; a donor is corrected on the donor's page. */
export function CorrectVolunteerModal({ opened, onClose, ...form }: CorrectVolunteerModalProps) {
  return (
    <Modal title="Correct Name or Contact" opened={opened} onClose={onClose}>
      <CorrectVolunteerForm {...form} onClose={onClose} />
    </Modal>
  );
}

function CorrectVolunteerForm({
  id,
  person: { firstName, lastName, email, phone },
  onClose,
}: Omit<CorrectVolunteerModalProps, 'opened'>) {
  const correct = useSend(endpoints.correctVolunteer, { said: 'The volunteer was corrected' });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { firstName, lastName, email, phone },
    schema: () =>
      import('#contract/giving/volunteers.ts').then((contract) => contract.volunteerPerson),
    refusedField: 'email',
    async send(body) {
      await correct.mutateAsync({ params: { id }, body });
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <VolunteerPersonFields form={form} />
      </Fields>
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          Save Changes
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}
