import { Button } from '@mantine/core';
import type { UserId } from '#contract/ids.ts';
import type { ListedUser } from '#contract/people/users.ts';
import { describeRoles } from '#core/people/rights.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { useEndpointOf } from '#web/admin/client/use-endpoint.ts';
import { NewAddressNote } from '#web/admin/people/users/new-address-note.tsx';
import { RolesField } from '#web/admin/people/users/roles-field.tsx';
import { useUpdateUser } from '#web/admin/people/users/use-update-user.ts';
import { emailRow } from '#web/admin/shared/contact-details.tsx';
import { PersonFields, somebodyElse } from '#web/admin/shared/person-fields.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { Fields } from '#web/ui/form-layout.tsx';

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
      <WaitingRequests about={user.id} />
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

interface EditUserFormProps {
  user: ListedUser;
  /** Ends the editing, with or without a change. */
  onDone: () => void;
}

/** Changes the name, the address, and the roles of somebody of the team. */
function EditUserForm({ user, onDone }: EditUserFormProps) {
  const { onUpdated, ...update } = useUpdateUser();
  const isOneself = useCurrentUser()?.id === user.id;
  const { id, firstName, lastName, email, roles } = user;
  const { form, onSubmit } = useEndpointForm({
    ...update,
    params: { id },
    initialValues: { firstName, lastName, email, roles },
    // The last owner has to stay one.
    refusedField: 'roles',
    async onDone(updated, body) {
      await onUpdated(updated, body);
      onDone();
    },
    onClose: onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <PersonFields form={form} fillIn={somebodyElse} />
        <p className="soft">
          {isOneself
            ? 'A new email address takes effect once you open the link that we send to it.'
            : 'A new email address takes effect once the person has agreed with a link that we send to the current one, and the link sent to the new one is opened. If they no longer receive email at the current one, delete the user and add them again. Somebody who has not accepted the invitation yet gets a new one instead.'}
        </p>
        <RolesField {...form.getInputProps('roles')} />
      </Fields>
      <ModalActions>
        <SubmitButtons action="Save Changes" loading={form.submitting} onCancel={onDone} />
      </ModalActions>
    </form>
  );
}
