import { Link } from 'react-router';
import type { AuditEntry } from '#contract/operations/audit-trail.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import classes from '#web/admin/operations/audit-trail/columns.module.css';
import type { Columns } from '#web/admin/ui/data-table.tsx';

export const auditColumns: Columns<AuditEntry> = [
  {
    id: 'date',
    header: 'Date',
    cell: ({ row }) => (
      <span className={classes.moment}>{formatMoment(row.original.createdAt)}</span>
    ),
  },
  { header: 'Who', accessorFn: ({ actor }) => actor },
  { header: 'What', meta: { onPhone: 'title' }, accessorFn: ({ what }) => what },
  { id: 'subject', header: 'About', cell: ({ row }) => <About subject={row.original.subject} /> },
  {
    id: 'changes',
    header: 'Change',
    meta: { onPhone: 'below' },
    cell: ({ row }) => <Changes entry={row.original} />,
  },
];

/** Links to the item, or to what happened to it. */
function About({ subject: { name, path } }: { subject: AuditEntry['subject'] }) {
  return path === null ? name : <Link to={path}>{name}</Link>;
}

function Changes({ entry: { changes, reason } }: { entry: AuditEntry }) {
  // Return nothing at all, so that phones leave out the line.
  if (changes.length === 0 && !reason) return null;
  return (
    <div className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <p key={field}>
          <span className={classes.field}>{field}:</span>{' '}
          {before !== null && after === null ? <del>{before}</del> : before}
          {before !== null && after !== null && (
            <>
              {' '}
              <span aria-hidden="true">→</span> <span className="visually-hidden">became</span>{' '}
            </>
          )}
          {after}
        </p>
      ))}
      {reason && (
        <p>
          <span className={classes.field}>Reason:</span> {reason}
        </p>
      )}
    </div>
  );
}
