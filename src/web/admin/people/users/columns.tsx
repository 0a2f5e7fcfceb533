import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { User } from '#contract/people/users.ts';
import { useCurrentUser } from '#web/client/session.ts';
import classes from '#web/styles/admin.module.css';
import type { Columns } from '#web/ui/data-table.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

export const userColumns: Columns<User> = [
  {
    header: 'Name',
    cell: ({ row: { original } }) => <Name user={original} />,
  },
  { header: 'Email Address', accessorFn: ({ email }) => email },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => <UserActions user={row.original} />,
  },
];

function Name({ user }: { user: User }) {
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <span>
      {`${user.firstName} ${user.lastName}`}
      {isOneself && <span className="soft"> (you)</span>}
    </span>
  );
}

function UserActions({ user }: { user: User }) {
  const { open } = useQueryState();
  const isOneself = useCurrentUser()?.id === user.id;
  return (
    <div className={classes.rowActions}>
      <Button variant="default" size="sm" onClick={() => open({ manage: user.id })}>
        Manage
      </Button>
      {isOneself ? (
        <span className={classes.noTrash} />
      ) : (
        <ActionIcon
          className={classes.trash ?? ''}
          variant="subtle"
          size={36}
          aria-label={`Delete ${user.firstName} ${user.lastName}`}
          title="Delete"
          onClick={() => open({ delete: user.id })}
        >
          <IconTrash size={20} />
        </ActionIcon>
      )}
    </div>
  );
}
