import { Button } from '@mantine/core';
import type { ListedUser } from '#contract/people/users.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { RolesField } from '#web/admin/people/users/roles-field.tsx';
import { useUpdateUser } from '#web/admin/people/users/use-update-user.ts';
import { PersonFields, somebodyElse } from '#web/admin/shared/person-fields.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { Fields } from '#web/ui/form-layout.tsx';

const schema = () => import('#contract/people/users.ts').then((contract) => contract.userInput);

interface EditUserFormProps {
  user: ListedUser;
  /** Ends the editing, with or without a change. */
  onDone: () => void;
}

export function EditUserForm({ user, onDone }: EditUserFormProps) {
  const updateUser = useUpdateUser();
  const isOneself = useCurrentUser()?.id === user.id;
  const { id, firstName, lastName, email, roles } = user;
  const { form, onSubmit } = useSubmitForm({
    initialValues: { firstName, lastName, email, roles },
    schema,
    // The last owner has to stay one.
    refusedField: 'roles',
    async send(body) {
      await updateUser.mutateAsync({ params: { id }, body });
      onDone();
    },
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
