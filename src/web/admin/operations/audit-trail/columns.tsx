import { Link } from 'react-router';
import type { AuditEntry } from '#contract/operations/audit-trail.ts';
import { formatMoment } from '#core/dates.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import type { Columns } from '#web/ui/data-table.tsx';

export const auditColumns: Columns<AuditEntry> = [
  {
    id: 'date',
    header: 'Date',
    cell: ({ row }) => (
      <span className={classes.moment}>{formatMoment(row.original.createdAt)}</span>
    ),
  },
  { header: 'Who', accessorFn: ({ actor }) => actor },
  { header: 'What', accessorFn: ({ what }) => what },
  { id: 'subject', header: 'About', cell: ({ row }) => <About subject={row.original.subject} /> },
  { id: 'changes', header: 'Change', cell: ({ row }) => <Changes entry={row.original} /> },
];

/** The thing itself where a screen shows it; what is gone leads to all that was done to it. */
function About({ subject: { id, name, path } }: { subject: AuditEntry['subject'] }) {
  if (name === null) return <Link to={paths.auditTrailOf(id)}>ID {id.slice(0, 13)}</Link>;
  return path === null ? name : <Link to={path}>{name}</Link>;
}

function Changes({ entry: { changes, reason } }: { entry: AuditEntry }) {
  // Nothing at all, so that a phone leaves the line out.
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
