import { listAudit } from '#contract/operations/audit-trail.ts';
import * as trail from '#server/operations/audit-trail/queries.ts';
import { exportList } from '#server/operations/exports/list.ts';

/** The audit trail in words, as on its page. */
export const auditTrail = exportList({
  right: 'audit.read',
  filter: listAudit.query.omit({ limit: true, cursor: true }).strict(),
  count: ({ db }, filter) => trail.countAudit(db, filter),
  read: ({ db, timeZone }, filter, page) => trail.listAudit(db, timeZone, { ...filter, ...page }),
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Time (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'By', type: 'text', value: (row) => row.actor },
    { title: 'What', type: 'text', value: (row) => row.what },
    { title: 'Action', type: 'text', value: (row) => row.action },
    { title: 'Item', type: 'text', value: (row) => row.subject.name },
    { title: 'Item ID', type: 'text', value: (row) => row.subject.id },
    {
      title: 'Changes',
      type: 'text',
      value: (row) =>
        row.changes
          .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
          .join('\n'),
    },
    { title: 'Reason', type: 'text', value: (row) => row.reason },
  ],
});
