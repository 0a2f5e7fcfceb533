import type { AuditEntry } from '#contract/operations/audit-trail.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { Changes } from '#web/admin/operations/audit-trail/changes.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import type { Columns } from '#web/admin/ui/data-table.tsx';

export const auditColumns: Columns<AuditEntry> = [
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
