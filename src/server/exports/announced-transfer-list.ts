import { listExpectedTransfers } from '#contract/giving/announced-transfers.ts';
import { dayOf, filterOf } from '#server/exports/filters.ts';
import { booksCurrency, queryList } from '#server/exports/list.ts';
import {
  expectedTransferRows,
  transfersShown,
} from '#server/giving/announced-transfers/queries.ts';

/** Bank transfers that donors announced, as on the page "Announced Transfers". */
export const announcedTransfers = queryList({
  right: 'contacts.read',
  filter: filterOf(listExpectedTransfers),
  shown: ({ db }, filter) => expectedTransferRows(db).where(transfersShown(filter)),
  rows: (shown, { timeZone }) =>
    shown.select(dayOf('expectedTransfers.createdAt', timeZone).as('day')),
  newest: { moment: 'expectedTransfers.createdAt', id: 'expectedTransfers.id' },
  columns: {
    Reference: ['text', (row) => row.reference],
    Date: ['day', (row) => row.day],
    'Time (UTC)': ['moment', (row) => row.createdAt],
    'Announced Amount': ['amount', (row) => row.amount],
    Currency: booksCurrency,
    Cause: ['text', (row) => row.causeName],
    'First Name': ['text', (row) => row.firstName],
    'Last Name': ['text', (row) => row.lastName],
    'Email Address': ['text', (row) => row.email],
    'Times Arrived': ['number', (row) => row.arrivals],
    'Last Arrived': ['day', (row) => row.lastArrivedOn],
    ID: ['text', (row) => row.id],
  },
});
