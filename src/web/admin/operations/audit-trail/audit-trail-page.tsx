import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import {
  AuditFilterPanel,
  auditQuery,
  noAuditFilters,
  readAuditFilters,
} from '#web/admin/operations/audit-trail/audit-trail-filter-panel.tsx';
import { auditColumns } from '#web/admin/operations/audit-trail/columns.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { TextButton } from '#web/ui/text-button.tsx';

/** The address holds the filters, so that a link can show the trail of one item or one person. */
export default function AuditTrailPage() {
  const { query } = useQueryState();
  const filters = readAuditFilters(query);
  const entries = usePages(endpoints.listAudit, { query: auditQuery(filters) });
  return (
    <>
      <PageHeader title="Audit Trail">
        <ExportButton list="audit-trail" query={auditQuery(filters)} />
      </PageHeader>
      <PageLead>
        Who did what, and when. Nothing on this site can change or delete an entry; only someone
        with full control of the database can.
      </PageLead>
      <AuditFilterPanel />
      <DataTable
        label="Audit trail"
        columns={auditColumns}
        rows={entries}
        loadingText="Loading the audit trail."
        emptyText={
          filters.subjectId ? 'There are no entries with this ID.' : 'There are no entries.'
        }
        emptyHint={<EmptyHint />}
        errorText="The audit trail could not be loaded."
      />
    </>
  );
}

function EmptyHint() {
  const { query, set } = useQueryState();
  if (Object.values(readAuditFilters(query)).every((value) => value === '')) {
    return <p>Every change by an administrator or a visitor is recorded here.</p>;
  }
  return (
    <>
      <p>The filters may be hiding some.</p>
      <TextButton onClick={() => set(noAuditFilters)}>Show all entries</TextButton>
    </>
  );
}
