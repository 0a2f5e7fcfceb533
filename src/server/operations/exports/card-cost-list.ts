import { listOperationsEntries } from '#contract/giving/card-costs.ts';
import { describeOperations } from '#core/operations-kinds.ts';
import { entryOf, operationsRows } from '#server/giving/operations-money/queries.ts';
import { dayOf } from '#server/operations/exports/filters.ts';
import { bookCurrencyColumn, exportList } from '#server/operations/exports/list.ts';
import { after, toPage } from '#server/platform/db/paging.ts';

/** The operations book, as on the page "Card Costs". */
export const cardCosts = exportList({
  right: 'lists.read',
  filter: listOperationsEntries.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db }) {
    const { count } = await db
      .selectFrom('operationsEntries')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, _filter, { limit, cursor }) {
    let query = operationsRows(db)
      .select([dayOf('operationsEntries.createdAt', timeZone).as('day'), 'countsOn'])
      .orderBy('operationsEntries.createdAt', 'desc')
      .orderBy('operationsEntries.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) query = query.where(after('operationsEntries', cursor));
    const { items, nextCursor } = toPage(await query.execute(), limit);
    return { items: items.map(entryOf), nextCursor };
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'Time (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Counts On', type: 'day', value: (row) => row.countsOn ?? row.day },
    { title: 'What', type: 'text', value: describeOperations },
    { title: 'Amount', type: 'amount', value: (row) => row.amount },
    bookCurrencyColumn,
    { title: 'Donation', type: 'text', value: (row) => row.donationId },
    { title: 'Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Reason', type: 'text', value: (row) => row.reason },
    { title: 'Booked By', type: 'text', value: (row) => row.actor },
  ],
});
