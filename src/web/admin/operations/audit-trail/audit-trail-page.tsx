import {
  AuditFiltersForm,
  noAuditFilters,
  readAuditFilters,
} from '#web/admin/operations/audit-trail/audit-filter-panel.tsx';
import { auditColumns } from '#web/admin/operations/audit-trail/columns.tsx';
import { useAuditTrail } from '#web/admin/queries/audit-trail.ts';
import classes from '#web/styles/admin.module.css';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

/** The filters stand in the address, so that a link can show the trail of one thing or one person. */
export default function AuditTrailPage() {
  const { query } = useQueryState();
  const entries = useAuditTrail(readAuditFilters(query));
  return (
    <>
      <PageHeader title="Audit Trail" />
      <p className={classes.lead}>
        Who did what, and when. Nobody can change or delete a line of it.
      </p>
      <AuditFiltersForm />
      <DataTable
        label="Audit trail"
        columns={auditColumns}
        rows={entries}
        loadingText="Loading the audit trail."
        emptyText="There are no entries."
        emptyHint={<EmptyHint />}
        errorText="The audit trail could not be loaded."
      />
    </>
  );
}

function EmptyHint() {
  const { query, set } = useQueryState();
  if (Object.values(readAuditFilters(query)).every((value) => value === '')) {
    return <p>Whatever an administrator or a visitor changes is written down here.</p>;
  }
  return (
    <>
      <p>The filters may be hiding some.</p>
      <button type="button" className={classes.linkLike} onClick={() => set(noAuditFilters)}>
        Show all entries
      </button>
    </>
  );
}
