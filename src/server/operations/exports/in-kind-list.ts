import { listInKindDonations } from '#contract/giving/in-kind.ts';
import { valueSources } from '#core/in-kind.ts';
import { inKindRows } from '#server/giving/in-kind/queries.ts';
import { dayOf } from '#server/operations/exports/filters.ts';
import { bookCurrencyColumn, exportList } from '#server/operations/exports/list.ts';
import { after, toPage } from '#server/platform/db/paging.ts';

/** The donations in kind, as on their page. */
export const inKind = exportList({
  right: 'lists.read',
  filter: listInKindDonations.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db }, { donorId }) {
    const { count } = await db
      .selectFrom('inKindDonations')
      .select((row) => row.fn.countAll<number>().as('count'))
      .$if(donorId !== undefined, (query) => query.where('donorId', '=', donorId ?? null))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, { donorId }, { limit, cursor }) {
    let query = inKindRows(db)
      .select(dayOf('inKindDonations.voidedAt', timeZone).as('voidedOn'))
      .orderBy('inKindDonations.createdAt', 'desc')
      .orderBy('inKindDonations.id', 'desc')
      .limit(limit + 1);
    if (donorId !== undefined) query = query.where('inKindDonations.donorId', '=', donorId);
    if (cursor !== undefined) query = query.where(after('inKindDonations', cursor));
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Received On', type: 'day', value: (row) => row.receivedOn },
    { title: 'What', type: 'text', value: (row) => row.description },
    { title: 'Value for the Records', type: 'amount', value: (row) => row.valueCents },
    bookCurrencyColumn,
    {
      title: 'Value Said By',
      type: 'text',
      value: ({ valueFrom }) => valueFrom && valueSources[valueFrom],
    },
    { title: 'Given to Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Receipt', type: 'text', value: (row) => row.receiptNumber },
    { title: 'In Public', type: 'text', value: (row) => row.publicText },
    { title: 'Void Since', type: 'day', value: (row) => row.voidedOn },
    { title: 'Why Void', type: 'text', value: (row) => row.voidReason },
    { title: 'First Name', type: 'text', value: (row) => row.firstName, right: 'contacts.read' },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName, right: 'contacts.read' },
    { title: 'Email Address', type: 'text', value: (row) => row.email, right: 'contacts.read' },
  ],
});
