import type { Cause } from '#contract/vetting/causes.ts';
import { actionsHeading, type Columns, figure } from '#web/admin/ui/data-table.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const causeColumns: Columns<Cause> = [
  {
    header: 'Name',
    onPhone: 'title',
    value: ({ name }) => name,
    show: ({ name, isForRunningCosts }) => (
      <div>
        {name}
        {isForRunningCosts && <p className="soft">For running costs</p>}
      </div>
    ),
  },
  { header: 'Donations', ...figure, value: ({ _count }) => _count.donations },
  { header: 'Nominations', ...figure, value: ({ _count }) => _count.nominations },
];

/** The same for whoever may delete causes. */
export const deletableCauseColumns: Columns<Cause> = [
  ...causeColumns,
  {
    ...actionsHeading,
    show: (cause) => (canBeDeleted(cause) ? <DeleteButton cause={cause} /> : null),
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
