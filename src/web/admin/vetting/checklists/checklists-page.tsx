import type { Checklist } from '#contract/vetting/checklists.ts';
import { countOf } from '#core/platform/counts.ts';
import { nomineeKindNames } from '#core/vetting/checklists.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { ChecklistForm } from '#web/admin/vetting/checklists/checklist-form.tsx';
import classes from '#web/admin/vetting/checklists/checklists-page.module.css';

const back = { to: paths.settingsGroup('vetting'), text: 'Back to Vetting' };

/** The lists with which nominations are checked, one for each kind of nominee. */
export default function ChecklistsPage() {
  // Not again by itself: a version that somebody else has saved would take the place of what is typed.
  const lists = useEndpoint(endpoints.listChecklists, {}, { gcTime: 0, staleTime: 'static' });
  return (
    <>
      <PageHeader title="Checklists" back={back} />
      <PageLead>
        What your team checks about a nominee. A nomination keeps the version of the list that it
        began with. Write each point as a sentence that everyone may read: once a nomination has a
        public page, the points that are done stand there.
      </PageLead>
      <CallState call={lists} failed="The checklists could not be loaded." />
      {lists.data?.map((list) => (
        <TitledSection key={list.kind} title={nomineeKindNames[list.kind]}>
          <ChecklistForm key={list.version} list={list} onSaved={() => lists.refetch()} />
          <ChecklistVersions versions={list.versions} />
        </TitledSection>
      ))}
    </>
  );
}

/** What a list was before: every version that somebody saved. */
function ChecklistVersions({ versions }: Pick<Checklist, 'versions'>) {
  if (versions.length === 0) return null;
  return (
    <details className={classes.versions}>
      <summary>{countOf(versions.length, 'version')}</summary>
      <ul>
        {versions.map(({ version, createdAt, actor, points }) => (
          <li key={version}>
            <p>
              <strong>{`Version ${version}`}</strong>
              <span className="soft">{` ${actor}, ${formatMoment(createdAt)}`}</span>
            </p>
            <ul>
              {points.map(({ id, text, isRequired }) => (
                <li key={id}>{`${text}${isRequired ? ' (required)' : ''}`}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
