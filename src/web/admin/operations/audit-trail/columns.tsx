import type { AuditEntry } from '#contract/operations/audit-trail.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { Changes } from '#web/admin/operations/audit-trail/changes.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import type { Columns } from '#web/admin/ui/data-table.tsx';

export const auditColumns: Columns<AuditEntry> = [
  {
    id: 'date',
    header: 'Date',
    cell: ({ row }) => <span className="unbroken">{formatMoment(row.original.createdAt)}</span>,
  },
  { header: 'Who', accessorFn: ({ actor }) => actor },
  { header: 'What', meta: { onPhone: 'title' }, accessorFn: ({ what }) => what },
  { id: 'subject', header: 'About', cell: ({ row }) => <About subject={row.original.subject} /> },
  {
    id: 'changes',
    header: 'Change',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <Changes changes={original.changes} reason={original.reason} />
    ),
  },
];

/** Links to the item, or to what happened to it. */
function About({ subject: { name, path } }: { subject: AuditEntry['subject'] }) {
  return path === null ? name : <PageLink to={path}>{name}</PageLink>;
}
