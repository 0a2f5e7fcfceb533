import type { SettingsVersion } from '#contract/operations/settings.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { Changes } from '#web/admin/operations/audit-trail/changes.tsx';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const versionColumns: Columns<SettingsVersion> = [
  { header: 'Version', onPhone: 'labeled', value: ({ version }) => version },
  { header: 'Date', value: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Who', onPhone: 'title', value: ({ actor }) => actor },
  {
    header: 'Change',
    onPhone: 'below',
    show: ({ changes, restoredVersion }) => (
      <Changes
        changes={changes}
        reason={restoredVersion === null ? null : `Version ${restoredVersion} was restored.`}
      />
    ),
  },
  {
    ...actionsHeading,
    // The newest one counts already.
    show: (version, index) => index > 0 && <Restore version={version} />,
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
