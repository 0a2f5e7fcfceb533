import { listExpectedDonations } from '#contract/giving/expected-donations.ts';
import { expectedDonationWords } from '#core/giving/expected-donations.ts';
import { dayOf, filterOf, hasValue } from '#server/exports/filters.ts';
import { booksCurrency, queryList } from '#server/exports/list.ts';
import { expectedRows } from '#server/giving/expected-donations/queries.ts';

/** What employers and funds are expected to give, as on its page. */
export const expectedDonations = queryList({
  right: 'contacts.read',
  filter: filterOf(listExpectedDonations),
  shown: ({ db }, { expectedState }) => expectedRows(db).where(hasValue('state', expectedState)),
  rows: (shown, { timeZone }) =>
    shown.select([
      dayOf('expectedDonations.createdAt', timeZone).as('day'),
      dayOf('expectedDonations.changedAt', timeZone).as('changedOn'),
      'adviserEmail',
    ]),
  newest: { moment: 'expectedDonations.createdAt', id: 'expectedDonations.id' },
  columns: {
    ID: ['text', (row) => row.id],
    Date: ['day', (row) => row.day],
    Kind: ['text', ({ kind }) => (kind === 'employer' ? 'Employer' : 'Fund')],
    'Employer or Fund': ['text', (row) => row.organization],
    'Expected Amount': ['amount', (row) => row.expectedAmount],
    Currency: booksCurrency,
    State: ['text', (row) => expectedDonationWords[row.state]],
    'State Since': ['day', (row) => row.changedOn],
    Note: ['text', (row) => row.note],
    'Matched Donation': ['text', (row) => row.donationId],
    'Paid With Donation': ['text', (row) => row.paidDonationId],
    'Named By': ['text', (row) => row.person],
    Anonymous: ['flag', (row) => row.isAnonymous],
    'Email Address of Adviser': ['text', (row) => row.adviserEmail],
  },
});
