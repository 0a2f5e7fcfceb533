import { Button } from '@mantine/core';
import type { UserId } from '#contract/ids.ts';
import type { ListedUser } from '#contract/people/users.ts';
import { describeRoles } from '#core/people/rights.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointOf } from '#web/admin/client/use-endpoint.ts';
import { EditUserForm } from '#web/admin/people/users/edit-user-form.tsx';
import { NewAddressNote } from '#web/admin/people/users/new-address-note.tsx';
import { emailRow } from '#web/admin/shared/contact-details.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

/** Shows or edits a user. */
export function UserModal() {
  const manage = useModal('manage');
  const edit = useModal('manage.edit');
  const id = useLastValue(readId<UserId>(manage.value));
  const user = useEndpointOf(endpoints.getUser, id);
  return (
    <Modal title="Manage User" {...manage.dialog} size="narrow">
      <CallState call={user} failed="This user could not be loaded." />
      {user.data &&
        (edit.isOpen ? (
          <EditUserForm user={user.data} onDone={edit.close} />
        ) : (
          <UserDetails user={user.data} onEdit={() => edit.open()} onCancel={manage.close} />
        ))}
    </Modal>
  );
}

interface UserDetailsProps {
  user: ListedUser;
  onEdit: () => void;
  onCancel: () => void;
}

function UserDetails({ user, onEdit, onCancel }: UserDetailsProps) {
  return (
    <>
      <DetailList
        rows={{
          Name: `${user.firstName} ${user.lastName}`,
          'Email Address': emailRow(user.email),
          Roles: describeRoles(user.roles),
        }}
      />
      {user.newEmail !== null && <NewAddressNote userId={user.id} newEmail={user.newEmail} />}
      <ModalActions>
        <Button onClick={onEdit}>Edit</Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </ModalActions>
    </>
  );
}
