import { Button, Textarea } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { NeedSelect } from '#web/admin/giving/volunteers/need-select.tsx';
import { VolunteerPersonFields } from '#web/admin/giving/volunteers/volunteer-person-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { paths, readId } from '#web/client/paths.ts';
import { Fields } from '#web/ui/form-layout.tsx';

interface AddVolunteerModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Enters what somebody offered by phone or in person. */
export function AddVolunteerModal({ opened, onClose }: AddVolunteerModalProps) {
  return (
    <Modal title="Enter an Offer of Time" opened={opened} onClose={onClose}>
      <AddVolunteerForm onClose={onClose} />
    </Modal>
  );
}

function AddVolunteerForm({ onClose }: Pick<AddVolunteerModalProps, 'onClose'>) {
  const addVolunteer = useSend(endpoints.addVolunteer);
  const navigate = useNavigate();
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      nominationId: '',
      notes: '',
    },
    toInput: (values) => ({
      ...values,
      nominationId: readId<NominationId>(values.nominationId || null),
    }),
    schema: () =>
      import('#contract/giving/volunteers.ts').then((contract) => contract.volunteerInput),
    async send(body, idempotencyKey) {
      const { id } = await addVolunteer.mutateAsync({ body, idempotencyKey });
      await navigate(paths.volunteer(id), { replace: true });
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <p className="soft">
          For somebody who calls or writes. An email address or a phone number is enough; a donor is
          recognized by the email address.
        </p>
        <VolunteerPersonFields form={form} />
        <NeedSelect {...form.getInputProps('nominationId')} />
        <Textarea
          label="Notes"
          description="Only the team sees these."
          rows={3}
          maxLength={2000}
          {...form.getInputProps('notes')}
        />
      </Fields>
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          Add Offer
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}
