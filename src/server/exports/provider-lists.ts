import { listOperationsEntries } from '#contract/provider/card-costs.ts';
import { describeOperations } from '#core/ledger/operations-kinds.ts';
import { dayOf, filterOf } from '#server/exports/filters.ts';
import { booksCurrency, queryList } from '#server/exports/list.ts';
import { entryOf, operationsRows } from '#server/provider/card-costs/queries.ts';

/* Lists that can be exported: card costs. */

export const providerLists = {
  /** The operations book, as on the page "Card Costs". */
  'card-costs': queryList({
    right: 'lists.read',
    filter: filterOf(listOperationsEntries),
    shown: ({ db }) => operationsRows(db),
    rows: (shown, { timeZone }) =>
      shown.select([dayOf('operationsEntries.createdAt', timeZone).as('day'), 'countsOn']),
    newest: { moment: 'operationsEntries.createdAt', id: 'operationsEntries.id' },
    each: (row) => entryOf(row),
    columns: {
      ID: ['text', (row) => row.id],
      Date: ['day', (row) => row.day],
      'Time (UTC)': ['moment', (row) => row.createdAt],
      'Counts On': ['day', (row) => row.countsOn ?? row.day],
      What: ['text', describeOperations],
      Amount: ['amount', (row) => row.amount],
      Currency: booksCurrency,
      Donation: ['text', (row) => row.donationId],
      Nomination: ['text', (row) => row.nominationId],
      Reason: ['text', (row) => row.reason],
      'Booked By': ['text', (row) => row.actor],
    },
  }),
};
