import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Cause } from '#contract/vetting/causes.ts';
import classes from '#web/styles/admin.module.css';
import type { Columns } from '#web/ui/data-table.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

export const causeColumns: Columns<Cause> = [
  { id: 'name', header: 'Name', accessorFn: ({ name }) => name, sortFn: 'text' },
  {
    id: 'donations',
    header: 'Donations',
    accessorFn: ({ _count }) => _count.donations,
    sortFn: 'basic',
    meta: { align: 'right' },
  },
  {
    id: 'nominations',
    header: 'Nominations',
    accessorFn: ({ _count }) => _count.nominations,
    sortFn: 'basic',
    meta: { align: 'right' },
  },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => (canBeDeleted(row.original) ? <DeleteButton cause={row.original} /> : null),
  },
];

/** Source: specification, section 9. The server has the last word. */
export function canBeDeleted({ _count }: Cause): boolean {
  return _count.donations < 1 && _count.nominations < 1;
}

function DeleteButton({ cause }: { cause: Cause }) {
  const { open } = useQueryState();
  return (
    <div className={classes.rowActions}>
      <ActionIcon
        className={classes.trash ?? ''}
        variant="subtle"
        size={36}
        aria-label={`Delete ${cause.name}`}
        title="Delete"
        onClick={() => open({ delete: cause.id })}
      >
        <IconTrash size={20} />
      </ActionIcon>
    </div>
  );
}
