import { listExpectedDonations } from '#contract/giving/expected-donations.ts';
import { expectedDonationWords } from '#core/expected-donations.ts';
import { expectedRows } from '#server/giving/expected-donations/queries.ts';
import { dayOf } from '#server/operations/exports/filters.ts';
import { bookCurrencyColumn, exportList } from '#server/operations/exports/list.ts';
import { afterPosition, toPage } from '#server/platform/db/paging.ts';

/** What employers and funds are expected to give, as on its page. */
export const expectedDonations = exportList({
  right: 'contacts.read',
  filter: listExpectedDonations.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db }, { expectedState }) {
    const { count } = await db
      .selectFrom('expectedDonations')
      .select((row) => row.fn.countAll<number>().as('count'))
      .$if(expectedState !== undefined, (query) => query.where('state', '=', expectedState ?? null))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, { expectedState }, { limit, cursor }) {
    let query = expectedRows(db)
      .select([
        dayOf('expectedDonations.createdAt', timeZone).as('day'),
        dayOf('expectedDonations.changedAt', timeZone).as('changedOn'),
        'adviserEmail',
      ])
      .orderBy('expectedDonations.createdAt', 'desc')
      .orderBy('expectedDonations.id', 'desc')
      .limit(limit + 1);
    if (expectedState !== undefined) query = query.where('state', '=', expectedState);
    if (cursor !== undefined) {
      query = query.where(
        afterPosition('expectedDonations.createdAt', 'expectedDonations.id', cursor),
      );
    }
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    {
      title: 'Kind',
      type: 'text',
      value: ({ kind }) => (kind === 'employer' ? 'Employer' : 'Fund'),
    },
    { title: 'Employer or Fund', type: 'text', value: (row) => row.organization },
    { title: 'Expected Amount', type: 'amount', value: (row) => row.expectedAmount },
    bookCurrencyColumn,
    { title: 'State', type: 'text', value: (row) => expectedDonationWords[row.state] },
    { title: 'State Since', type: 'day', value: (row) => row.changedOn },
    { title: 'Note', type: 'text', value: (row) => row.note },
    { title: 'Matched Donation', type: 'text', value: (row) => row.donationId },
    { title: 'Paid With Donation', type: 'text', value: (row) => row.paidDonationId },
    { title: 'Named By', type: 'text', value: (row) => row.person },
    { title: 'Anonymous', type: 'flag', value: (row) => row.isAnonymous },
    { title: 'Email Address of Adviser', type: 'text', value: (row) => row.adviserEmail },
  ],
});
