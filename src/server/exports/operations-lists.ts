import { listAudit } from '#contract/operations/audit-trail.ts';
import { filterOf } from '#server/exports/filters.ts';
import { exportList } from '#server/exports/list.ts';
import * as trail from '#server/operations/audit-trail/queries.ts';

/* Lists that can be exported: the audit trail. */

export const operationsLists = {
  /** The audit trail in words, as on its page. */
  'audit-trail': exportList({
    right: 'audit.read',
    filter: filterOf(listAudit),
    count: ({ db }, filter) => trail.countAudit(db, filter),
    read: ({ db, timeZone }, filter, page) => trail.listAudit(db, timeZone, { ...filter, ...page }),
    columns: {
      ID: ['text', (row) => row.id],
      'Time (UTC)': ['moment', (row) => row.createdAt],
      By: ['text', (row) => row.actor],
      What: ['text', (row) => row.what],
      Action: ['text', (row) => row.action],
      Item: ['text', (row) => row.subject.name],
      'Item ID': ['text', (row) => row.subject.id],
      Changes: [
        'text',
        (row) =>
          row.changes
            .map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`)
            .join('\n'),
      ],
      Reason: ['text', (row) => row.reason],
    },
  }),
};
