import { Button } from '@mantine/core';
import type { Donor } from '#contract/giving/donors.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { PersonFields, somebodyElse } from '#web/admin/shared/person-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { Fields } from '#web/ui/form-layout.tsx';

interface CorrectDonorModalProps {
  donor: Donor;
  opened: boolean;
  onClose: () => void;
}

/** Corrects the name or the address of a donor. */
export function CorrectDonorModal({ donor, opened, onClose }: CorrectDonorModalProps) {
  return (
    <Modal title="Correct Name or Address" opened={opened} onClose={onClose} size="narrow">
      <CorrectDonorForm donor={donor} onDone={onClose} />
    </Modal>
  );
}

const schema = () => import('#contract/giving/donors.ts').then((contract) => contract.donorInput);

function CorrectDonorForm({ donor, onDone }: { donor: Donor; onDone: () => void }) {
  const correctDonor = useSend(endpoints.correctDonor, { said: 'The donor was corrected' });
  const { firstName, lastName, email } = donor;
  const { form, onSubmit } = useSubmitForm({
    initialValues: { firstName, lastName, email: email ?? '' },
    schema,
    async send(body) {
      await correctDonor.mutateAsync({ params: { id: donor.id }, body });
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <PersonFields form={form} fillIn={somebodyElse} />
        <p className="soft">
          All email about this donor’s donations goes to a new address from now on. Make sure that
          it is theirs. We tell the former address, which can stop the change. Private links that
          are sent to the new one do nothing for three days, unless the former one agrees. Links in
          earlier emails keep working until you send a new one.
        </p>
      </Fields>
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          Save Changes
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}
