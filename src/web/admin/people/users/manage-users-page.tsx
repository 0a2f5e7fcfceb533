import { Button } from '@mantine/core';
import type { User } from '#contract/people/users.ts';
import { useCurrentUser } from '#web/client/session.ts';
import { AddUserForm } from '#web/admin/people/users/add-user-form.tsx';
import { userColumns } from '#web/admin/people/users/columns.tsx';
import { useDeleteUser, useUsers } from '#web/admin/queries/users.ts';
import { UserModal } from '#web/admin/people/users/user-modal.tsx';
import { ListTable } from '#web/ui/data-table.tsx';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useDisclosedForm } from '#web/ui/use-disclosed-form.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useQueryState } from '#web/ui/use-query-state.ts';

/**
 * The dialogs stand in the address: `manage` (the user shown), `edit` (being edited) and `delete` (about to
 * be deleted).
 */
export default function ManageUsersPage() {
  const users = useUsers();
  const oneself = useCurrentUser();
  const addForm = useDisclosedForm();
  const { query, close } = useQueryState();
  const deleting = users.data?.find(({ id }) => id === query.get('delete') && id !== oneself?.id);
  return (
    <>
      <PageHeader title="Manage Users">
        {!addForm.isOpen && (
          <Button ref={addForm.opener} onClick={addForm.open}>
            Add User
          </Button>
        )}
      </PageHeader>
      {addForm.isOpen && <AddUserForm onCancel={addForm.close} />}
      <ListTable
        label="Users"
        columns={userColumns}
        rows={users}
        loadingText="Loading users."
        emptyText="There are no users."
        emptyHint={<p>Press “Add User” to invite the people who run this charity with you.</p>}
        errorText="The users could not be loaded."
      />
      <UserModal id={query.get('manage')} onClose={() => close('manage', 'edit')} />
      <DeleteUserDialog user={deleting ?? null} onClose={() => close('delete')} />
    </>
  );
}

function DeleteUserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const shown = useLastValue(user);
  const deleteUser = useDeleteUser();
  return (
    <DeleteDialog
      title="Delete User"
      text={`${shown?.firstName} ${shown?.lastName} is signed out everywhere at once and cannot come back in. What they did stays in the records.`}
      opened={user !== null}
      onClose={onClose}
      remove={async () => user && deleteUser.mutateAsync(user.id)}
    />
  );
}
