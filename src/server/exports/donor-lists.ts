import { listDonors } from '#contract/donors/donors.ts';
import { donorsShown, totals } from '#server/donors/donors/queries.ts';
import { dayOf, filterOf } from '#server/exports/filters.ts';
import { booksCurrency, queryList } from '#server/exports/list.ts';

/* Lists that can be exported: donors. */

export const donorLists = {
  /** Everybody who donated, as on the page "Donors"; not in its order, which changes with each donation. */
  donors: queryList({
    right: 'contacts.read',
    filter: filterOf(listDonors),
    shown: ({ db, timeZone }, { search = '' }) =>
      db.selectFrom('donors').where(donorsShown(search, timeZone)),
    rows: (shown, { timeZone }) =>
      shown
        .select(['donors.id', 'firstName', 'lastName', 'email', ...totals])
        .select(dayOf('lastDonationAt', timeZone).as('lastDay')),
    newest: { id: 'donors.id' },
    columns: {
      ID: ['text', (row) => row.id],
      'First Name': ['text', (row) => row.firstName],
      'Last Name': ['text', (row) => row.lastName],
      'Email Address': ['text', (row) => row.email],
      Donations: ['number', (row) => row.donations],
      Amount: ['amount', (row) => row.amount],
      Returned: ['amount', (row) => row.returnedAmount],
      Currency: booksCurrency,
      'Last Donation': ['day', (row) => row.lastDay],
    },
  }),
};
