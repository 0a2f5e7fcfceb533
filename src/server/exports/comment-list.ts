import { listComments } from '#contract/giving/comments.ts';
import { commentStateWords } from '#core/giving/comments.ts';
import { dayOf, filterOf } from '#server/exports/filters.ts';
import { queryList } from '#server/exports/list.ts';
import { commentsShown } from '#server/giving/comments/queries.ts';

/** What donors say in public, as on its page: with first names, and without those of anonymous donations. */
export const comments = queryList({
  right: 'pages.publish',
  filter: filterOf(listComments),
  shown: ({ db }, filter) => commentsShown(db, filter),
  rows: (shown, { timeZone }) =>
    shown.select([
      dayOf('publicComments.createdAt', timeZone).as('day'),
      dayOf('publicComments.decidedAt', timeZone).as('decidedOn'),
    ]),
  newest: { moment: 'publicComments.createdAt', id: 'publicComments.donationId' },
  columns: {
    Donation: ['text', (row) => row.id],
    Date: ['day', (row) => row.day],
    'First Name': ['text', (row) => row.firstName],
    Comment: ['text', (row) => row.text],
    Cause: ['text', (row) => row.cause],
    State: ['text', (row) => commentStateWords[row.state]],
    'Decided On': ['day', (row) => row.decidedOn],
  },
});
