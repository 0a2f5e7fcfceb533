import { Button } from '@mantine/core';
import type { ListedUser } from '#contract/people/users.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { NoTrashButton, RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const userColumns: Columns<ListedUser> = [
  {
    header: 'Name',
    cell: ({ row: { original } }) => <Name user={original} />,
  },
  {
    header: 'Email Address',
    cell: ({ row: { original } }) => <EmailAddress user={original} />,
  },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => <UserActions user={row.original} />,
  },
];

function Name({ user }: { user: ListedUser }) {
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <span>
      {`${user.firstName} ${user.lastName}`}
      {isOneself && <span className="soft"> (you)</span>}
    </span>
  );
}

function EmailAddress({ user: { email, newEmail } }: { user: ListedUser }) {
  return (
    <span>
      {email}
      {newEmail !== null && <span className="soft"> (waiting for confirmation at {newEmail})</span>}
    </span>
  );
}

function UserActions({ user }: { user: ListedUser }) {
  const manage = useModal('manage');
  const remove = useModal('delete');
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <RowActions>
      <Button variant="default" size="sm" onClick={() => manage.open(user.id)}>
        Manage
      </Button>
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
