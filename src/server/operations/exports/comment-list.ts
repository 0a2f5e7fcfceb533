import { sql } from 'kysely';
import { listComments } from '#contract/giving/comments.ts';
import { commentStateWords } from '#core/comments.ts';
import { commentsShown } from '#server/giving/comments/queries.ts';
import { dayOf } from '#server/operations/exports/filters.ts';
import { exportList } from '#server/operations/exports/list.ts';
import { afterPosition, toPage } from '#server/platform/db/paging.ts';

/** What donors say in public, as on its page: with first names, and without those of anonymous donations. */
export const comments = exportList({
  right: 'pages.publish',
  filter: listComments.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db }, filter) {
    const { count } = await commentsShown(db, filter)
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, filter, { limit, cursor }) {
    let query = commentsShown(db, filter)
      .select([
        dayOf('publicComments.createdAt', timeZone).as('day'),
        dayOf('publicComments.decidedAt', timeZone).as('decidedOn'),
      ])
      .orderBy('publicComments.createdAt', 'desc')
      .orderBy('publicComments.donationId', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) {
      query = query.where(
        afterPosition('publicComments.createdAt', 'publicComments.donationId', cursor),
      );
    }
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'Donation', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'First Name', type: 'text', value: (row) => row.firstName },
    { title: 'Comment', type: 'text', value: (row) => row.text },
    { title: 'Cause', type: 'text', value: (row) => row.cause },
    { title: 'State', type: 'text', value: (row) => commentStateWords[row.state] },
    { title: 'Decided On', type: 'day', value: (row) => row.decidedOn },
  ],
});
