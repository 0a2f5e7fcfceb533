import type { SettingsVersion } from '#contract/operations/settings.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { Changes } from '#web/admin/operations/audit-trail/changes.tsx';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const versionColumns: Columns<SettingsVersion> = [
  { header: 'Version', meta: { onPhone: 'labeled' }, accessorFn: ({ version }) => version },
  { header: 'Date', accessorFn: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Who', meta: { onPhone: 'title' }, accessorFn: ({ actor }) => actor },
  {
    id: 'changes',
    header: 'Change',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <Changes
        changes={original.changes}
        reason={
          original.restoredVersion === null
            ? null
            : `Version ${original.restoredVersion} was restored.`
        }
      />
    ),
  },
  {
    ...actionsHeading,
    // The newest one counts already.
    cell: ({ row }) => (row.index > 0 ? <Restore version={row.original} /> : null),
  },
];

function Restore({ version: { id } }: { version: SettingsVersion }) {
  const restore = useModal('restore');
  return (
    <RowActions>
      <OpenButton onClick={() => restore.open(id)}>Restore</OpenButton>
    </RowActions>
  );
}
