import { Navigate, useParams } from 'react-router';
import type { SettingsVersion } from '#contract/operations/settings.ts';
import { partsOf, pickParts } from '#core/operations/setting-list.ts';
import {
  type SettingsGroup,
  settingsGroupNames,
  settingsGroups,
} from '#core/operations/settings-groups.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint, usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import { Changes } from '#web/admin/operations/audit-trail/changes.tsx';
import { InstallationSection } from '#web/admin/operations/installation/installation-section.tsx';
import { EnvironmentSection } from '#web/admin/operations/settings/environment-section.tsx';
import classes from '#web/admin/operations/settings/settings.module.css';
import { SettingsForm } from '#web/admin/operations/settings/settings-form.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { actionsHeading, type Columns, DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { ContentRing } from '#web/ui/progress-ring.tsx';

/** One page of the settings. The address holds `restore`, the version that is about to be restored. */
export default function SettingsGroupPage() {
  const { group } = useParams();
  const known = settingsGroupNames.find((name) => name === group);
  return known ? (
    <Page key={known} group={known} />
  ) : (
    <Navigate to={paths.admin.settings} replace />
  );
}

const back = { to: paths.admin.settings, text: 'Back to Settings' };

function Page({ group }: { group: SettingsGroup }) {
  const { title, decides } = settingsGroups[group];
  const settings = useEndpoint(endpoints.getSettings);
  const environment = useEndpoint(endpoints.listEnvironment);
  const variables = environment.data?.filter((each) => each.group === group) ?? [];
  const parts = partsOf(group);
  const isPending = settings.isPending || environment.isPending;
  return (
    <>
      <PageHeader title={title} back={back} />
      <PageLead>{decides}</PageLead>
      {isPending && <ContentRing label="Loading settings" />}
      <CallError call={settings} failed="The settings could not be loaded." />
      <CallError call={environment} failed="What is set on the server could not be loaded." />
      {!isPending && (
        <div className={classes.sides}>
          {settings.data && parts.length > 0 && (
            // What somebody saves on another page changes nothing that is typed here.
            <SettingsForm
              key={JSON.stringify(pickParts(settings.data, parts))}
              group={group}
              title={title}
              saved={settings.data}
            />
          )}
          {variables.length > 0 && <EnvironmentSection variables={variables} />}
        </div>
      )}
      {group === 'server' && <InstallationSection />}
      {parts.length > 0 && <Versions group={group} newest={settings.data?.version ?? 0} />}
    </>
  );
}

interface VersionsProps {
  group: SettingsGroup;
  /** The number of the newest version of all settings. */
  newest: number;
}

/** Every version that changed something on this page. */
function Versions({ group, newest }: VersionsProps) {
  const versions = usePages(endpoints.listSettingsVersions, { query: { group } });
  return (
    <>
      <TitledSection title="Versions">
        <DataTable
          label="Versions of these settings"
          columns={versionColumns}
          rows={versions}
          of="versions"
          emptyText="Nobody has changed anything here yet."
        />
      </TitledSection>
      <RestoreModal
        group={group}
        versions={versions.data?.pages.flatMap(({ items }) => items) ?? []}
        newest={newest}
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

interface RestoreModalProps extends VersionsProps {
  /** Those that are shown. */
  versions: SettingsVersion[];
}

/** Asks before an older version of this page counts again. */
function RestoreModal({ group, versions, newest }: RestoreModalProps) {
  const modal = useModal('restore');
  const restore = useSend(endpoints.restoreSettings, { said: 'The older settings count again' });
  const id = useLastValue(modal.value);
  const chosen = versions.find((version) => version.id === id);
  return (
    <ConfirmModal
      title="Restore Settings"
      text={
        chosen &&
        `What is set on this page becomes what it was after ${chosen.actor} saved it on ${formatMoment(chosen.createdAt)}. Other pages stay as they are, and so does this list.`
      }
      action="Restore"
      opened={modal.isOpen && chosen !== undefined}
      onClose={modal.close}
      onConfirm={async () => {
        if (chosen) {
          await restore.mutateAsync({
            params: { id: chosen.id },
            body: { group, version: newest },
          });
        }
      }}
    />
  );
}
