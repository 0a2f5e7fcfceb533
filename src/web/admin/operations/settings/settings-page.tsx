import type { SettingsVersion } from '#contract/operations/settings.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import { Changes } from '#web/admin/operations/audit-trail/changes.tsx';
import { InstallationSection } from '#web/admin/operations/installation/installation-section.tsx';
import { SettingsForm } from '#web/admin/operations/settings/settings-form.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { actionsHeading, type Columns, DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { ContentRing } from '#web/ui/progress-ring.tsx';

/** The settings and their versions. The address holds `restore`, the version that is about to be restored. */
export default function SettingsPage() {
  const settings = useEndpoint(endpoints.getSettings);
  const versions = usePages(endpoints.listSettingsVersions);
  return (
    <>
      <PageHeader title="Settings" />
      <PageLead>
        What your charity decides. What the server needs to know, such as its address and its keys,
        is set on the server.
      </PageLead>
      {settings.isPending && <ContentRing label="Loading settings" />}
      <CallError call={settings} failed="The settings could not be loaded." />
      {settings.data && <SettingsForm key={settings.data.version} settings={settings.data} />}
      <TitledSection title="Versions">
        <DataTable
          label="Versions of the settings"
          columns={versionColumns}
          rows={versions}
          of="versions"
          emptyText="Nobody has saved any settings yet."
        />
      </TitledSection>
      <IfMay right="settings.write">
        <InstallationSection />
      </IfMay>
      <RestoreModal
        versions={versions.data?.pages.flatMap(({ items }) => items) ?? []}
        newest={settings.data?.version ?? 0}
      />
    </>
  );
}

const versionColumns: Columns<SettingsVersion> = [
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

interface RestoreModalProps {
  /** Those that are shown. */
  versions: SettingsVersion[];
  /** The number of the newest one. */
  newest: number;
}

/** Asks before an older version of the settings counts again. */
function RestoreModal({ versions, newest }: RestoreModalProps) {
  const modal = useModal('restore');
  const restore = useSend(endpoints.restoreSettings, { said: 'The older settings count again' });
  const id = useLastValue(modal.value);
  const chosen = versions.find((version) => version.id === id);
  return (
    <ConfirmModal
      title="Restore Settings"
      text={
        chosen &&
        `All settings become what they were after ${chosen.actor} saved them on ${formatMoment(chosen.createdAt)}. The settings of now stay in the list.`
      }
      action="Restore"
      opened={modal.isOpen && chosen !== undefined}
      onClose={modal.close}
      onConfirm={async () => {
        if (chosen) {
          await restore.mutateAsync({ params: { id: chosen.id }, body: { version: newest } });
        }
      }}
    />
  );
}
