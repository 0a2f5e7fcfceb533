import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedUser, User } from '#contract/people/users.ts';
import { holdDays } from '#core/people/approvals.ts';
import { describeRoles, type Role } from '#core/people/rights.ts';
import { countInWords } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ApprovalNote, SecondOwnerNote } from '#web/admin/people/users/approval-note.tsx';
import { describeAccess } from '#web/admin/people/users/describe-access.ts';
import { RolesField } from '#web/admin/people/users/roles-field.tsx';
import { UserModal } from '#web/admin/people/users/user-modal.tsx';
import { DeleteModal } from '#web/admin/shared/delete-modal.tsx';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';
import { PersonFields, somebodyElse } from '#web/admin/shared/person-fields.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { actionsHeading, type Columns, ListTable } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { InlineForm, InlineFormToggle } from '#web/admin/ui/inline-form.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { NoTrashButton, OpenButton, RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

/**
 * The people of the team. The address holds the form and the dialogs: `add`, and with a user each, `manage`, `edit`,
 * and `delete`.
 */
export default function UsersPage() {
  const users = useEndpoint(endpoints.listUsers);
  const oneself = useCurrentUser();
  const addForm = useModal('add');
  const remove = useModal('delete');
  const deleting = users.data?.find(({ id }) => id === remove.value && id !== oneself?.id);
  return (
    <>
      <PageHeader title="Manage Users">
        <InlineFormToggle form={addForm}>Add User</InlineFormToggle>
      </PageHeader>
      <WaitingRequests kind="owner" />
      <PageLead>
        <TextLink to={paths.admin.accessReview}>Review who may do what</TextLink>
      </PageLead>
      <ApprovalNote users={users.data ?? []} />
      {addForm.isOpen && <AddUserForm onCancel={addForm.close} />}
      <ListTable
        label="Users"
        columns={userColumns}
        rows={users}
        of="users"
        emptyText="There are no users."
        emptyHint={<p>Press “Add User” to invite the people who run this charity with you.</p>}
      />
      <UserModal />
      <DeleteUserModal user={deleting ?? null} onClose={remove.close} />
    </>
  );
}

function DeleteUserModal({ user, onClose }: { user: User | null; onClose: () => void }) {
  const shown = useLastValue(user);
  const deleteUser = useSend(endpoints.deleteUser, { said: 'The user was deleted' });
  return (
    <DeleteModal
      title="Delete User"
      text={`${shown?.firstName} ${shown?.lastName} will be signed out everywhere immediately and cannot sign in again. What they did stays in the records with their name, and what they have asked for is withdrawn. If they could approve what you ask for and nobody else can, what takes two people is not done by you alone for ${countInWords(holdDays, 'day')}, unless they agree.`}
      opened={user !== null}
      onClose={onClose}
      onConfirm={async () => user && deleteUser.mutateAsync({ params: { id: user.id } })}
    />
  );
}

const userColumns: Columns<ListedUser> = [
  { header: 'Name', onPhone: 'title', show: (user) => <Name user={user} /> },
  { header: 'Email Address', show: (user) => <EmailAddress user={user} /> },
  { ...actionsHeading, show: (user) => <UserActions user={user} /> },
];

function Name({ user }: { user: ListedUser }) {
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <span>
      {`${user.firstName} ${user.lastName}`}
      {isOneself && <span className="soft"> (you)</span>}
      <span className="soft smaller regular block">{describeRoles(user.roles)}</span>
      <span className="soft smaller regular block">{describeAccess(user)}</span>
    </span>
  );
}

function EmailAddress({ user: { email, newEmail } }: { user: ListedUser }) {
  return (
    <span>
      <EmailText address={email} />
      {newEmail !== null && (
        <span className="soft">
          {' '}
          (waiting for confirmation at <EmailText address={newEmail} />)
        </span>
      )}
    </span>
  );
}

function UserActions({ user }: { user: ListedUser }) {
  const manage = useModal('manage');
  const remove = useModal('delete');
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <RowActions>
      <OpenButton onClick={() => manage.open(user.id)}>Manage</OpenButton>
      {isOneself ? (
        <NoTrashButton />
      ) : (
        <TrashButton
          label={`Delete ${user.firstName} ${user.lastName}`}
          title="Delete"
          onClick={() => remove.open(user.id)}
        />
      )}
    </RowActions>
  );
}

/** Adds somebody to the team, and invites them. */
function AddUserForm({ onCancel }: { onCancel: () => void }) {
  const queryClient = useQueryClient();
  const [added, setAdded] = useState(0);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.createUser,
    // Whoever only types a name gives away the least.
    initialValues: { firstName: '', lastName: '', email: '', roles: ['viewer'] as Role[] },
    onDone: ({ email }) => notifyMailed(queryClient, `The invitation to ${email}`, 'is on its way'),
    startsAnew: () => setAdded((count) => count + 1),
  });
  return (
    <InlineForm
      label="Add a user"
      hint="They get an email with a link to choose a password, and can then do what their roles allow."
      action="Add User"
      round={added}
      loading={form.submitting}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      <PersonFields form={form} fillIn={somebodyElse} />
      <RolesField {...form.getInputProps('roles')} />
      {form.getValues().roles.includes('owner') && <SecondOwnerNote />}
    </InlineForm>
  );
}
