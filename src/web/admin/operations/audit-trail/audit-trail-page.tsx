import type { AuditEntry } from '#contract/operations/audit-trail.ts';
import { auditKinds, describeAction, describeActor } from '#core/audit.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { Changes } from '#web/admin/operations/audit-trail/changes.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { type Columns, DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

// Extracted from `src/contract` by the build, as the endpoints are.
declare const __ACTION_TEXTS__: Record<string, string>;

/** The audit trail. The address holds the filters, so that a link can show the trail of one item or one person. */
export default function AuditTrailPage() {
  const list = useList(endpoints.listAudit, { inAddress: { subjectId: 'id' } });
  const { actor = '', action = '', subjectId } = list.values;
  const people = useEndpoint(endpoints.listAuditActors);
  const actors = [
    ...(people.data ?? []).map(({ id, name }) => ({ value: `user:${id}`, label: name })),
    { value: 'visitor', label: 'Visitors' },
    siteInfo.payments === 'stripe'
      ? { value: 'provider:stripe', label: 'Stripe' }
      : { value: 'provider:test', label: 'Test payments' },
    { value: 'system', label: 'The system' },
  ];
  return (
    <>
      <PageHeader title="Audit Trail">
        <ExportButton list="audit-trail" query={list.filter} />
      </PageHeader>
      <PageLead>
        Who did what, and when. Nothing on this site can change or delete an entry; only someone
        with full control of the database can.
      </PageLead>
      <ListFilters
        list={list}
        fields={{
          actor: {
            label: 'Who',
            all: 'Everyone',
            choices: withChosen(actors, actor, describeActor(actor)),
          },
          action: {
            label: 'What',
            all: 'Everything',
            choices: withChosen(kinds, action, describeAction(action, __ACTION_TEXTS__)),
          },
          from: {},
          to: {},
          subjectId: {},
        }}
      />
      <DataTable
        label="Audit trail"
        columns={auditColumns}
        rows={list.rows}
        of="audit trail"
        loadingText="Loading the audit trail."
        emptyText={subjectId ? 'There are no entries with this ID.' : 'There are no entries.'}
        emptyHint={
          list.isFiltered() ? (
            <>
              <p>The filters may be hiding some.</p>
              <TextButton onClick={() => list.showAll()}>Show all entries</TextButton>
            </>
          ) : (
            <p>Every change by an administrator or a visitor is recorded here.</p>
          )
        }
      />
    </>
  );
}

const kinds = Object.entries(auditKinds).map(([kind, { group }]) => ({
  value: `${kind}.`,
  label: group,
}));

/** A link may select what the list does not offer: a deleted user, or a single kind of action. */
function withChosen(choices: { value: string; label: string }[], value: string, label: string) {
  const isOffered = value === '' || choices.some((choice) => choice.value === value);
  return isOffered ? choices : [...choices, { value, label }];
}

const auditColumns: Columns<AuditEntry> = [
  {
    header: 'Date',
    show: ({ createdAt }) => <span className="unbroken">{formatMoment(createdAt)}</span>,
  },
  { header: 'Who', value: ({ actor }) => actor },
  { header: 'What', onPhone: 'title', value: ({ what }) => what },
  { header: 'About', show: ({ subject }) => <About subject={subject} /> },
  {
    header: 'Change',
    onPhone: 'below',
    show: ({ changes, reason }) => <Changes changes={changes} reason={reason} />,
  },
];

/** Links to the item, or to what happened to it. */
function About({ subject: { name, path } }: { subject: AuditEntry['subject'] }) {
  return path === null ? name : <PageLink to={path}>{name}</PageLink>;
}
