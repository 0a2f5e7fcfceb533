import type { ListedUser } from '#contract/people/users.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { RolesField } from '#web/admin/people/users/roles-field.tsx';
import { useUpdateUser } from '#web/admin/people/users/use-update-user.ts';
import { PersonFields, somebodyElse } from '#web/admin/shared/person-fields.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { Fields } from '#web/ui/form-layout.tsx';

interface EditUserFormProps {
  user: ListedUser;
  /** Ends the editing, with or without a change. */
  onDone: () => void;
}

/** Changes the name, the address, and the roles of somebody of the team. */
export function EditUserForm({ user, onDone }: EditUserFormProps) {
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
