import type { Cause } from '#contract/vetting/causes.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const causeColumns: Columns<Cause> = [
  {
    id: 'name',
    header: 'Name',
    meta: { onPhone: 'title' },
    accessorFn: ({ name }) => name,
    cell: ({ row: { original } }) => (
      <div>
        {original.name}
        {original.isForRunningCosts && <p className="soft">For running costs</p>}
      </div>
    ),
    sortFn: 'text',
  },
  {
    id: 'donations',
    header: 'Donations',
    accessorFn: ({ _count }) => _count.donations,
    sortFn: 'basic',
    meta: { align: 'right', onPhone: 'labeled' },
  },
  {
    id: 'nominations',
    header: 'Nominations',
    accessorFn: ({ _count }) => _count.nominations,
    sortFn: 'basic',
    meta: { align: 'right', onPhone: 'labeled' },
  },
];

/** The same for whoever may delete causes. */
export const deletableCauseColumns: Columns<Cause> = [
  ...causeColumns,
  {
    ...actionsHeading,
    cell: ({ row }) => (canBeDeleted(row.original) ? <DeleteButton cause={row.original} /> : null),
  },
];

/** Only a hint: the server decides. */
export function canBeDeleted({ _count }: Cause): boolean {
  return _count.donations < 1 && _count.nominations < 1;
}

function DeleteButton({ cause }: { cause: Cause }) {
  const remove = useModal('delete');
  return (
    <RowActions>
      <TrashButton
        label={`Delete ${cause.name}`}
        title="Delete"
        onClick={() => remove.open(cause.id)}
      />
    </RowActions>
  );
}
