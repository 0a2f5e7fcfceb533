import { listExpectedTransfers } from '#contract/giving/bank-transfers.ts';
import { expectedTransferRows, transfersShown } from '#server/giving/bank-transfers/queries.ts';
import { dayOf } from '#server/operations/exports/filters.ts';
import { bookCurrencyColumn, exportList } from '#server/operations/exports/list.ts';
import { after, toPage } from '#server/platform/db/paging.ts';

/** Bank transfers that donors announced, as on the page "Announced Transfers". */
export const announcedTransfers = exportList({
  right: 'contacts.read',
  filter: listExpectedTransfers.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db }, filter) {
    const { count } = await db
      .selectFrom('expectedTransfers')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(transfersShown(filter))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, filter, { limit, cursor }) {
    let query = expectedTransferRows(db)
      .select(dayOf('expectedTransfers.createdAt', timeZone).as('day'))
      .where(transfersShown(filter))
      .limit(limit + 1);
    if (cursor !== undefined) query = query.where(after('expectedTransfers', cursor));
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'Reference', type: 'text', value: (row) => row.reference },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'Time (UTC)', type: 'moment', value: (row) => row.createdAt },
    { title: 'Announced Amount', type: 'amount', value: (row) => row.amount },
    bookCurrencyColumn,
    { title: 'Cause', type: 'text', value: (row) => row.causeName },
    { title: 'First Name', type: 'text', value: (row) => row.firstName },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName },
    { title: 'Email Address', type: 'text', value: (row) => row.email },
    { title: 'Times Arrived', type: 'number', value: (row) => row.arrivals },
    { title: 'Last Arrived', type: 'day', value: (row) => row.lastArrivedOn },
    { title: 'ID', type: 'text', value: (row) => row.id },
  ],
});
