import { listInKindDonations } from '#contract/giving/in-kind.ts';
import { valueSources } from '#core/giving/in-kind.ts';
import { dayOf, filterOf, hasValue } from '#server/exports/filters.ts';
import { booksCurrency, queryList } from '#server/exports/list.ts';
import { inKindRows } from '#server/giving/in-kind/queries.ts';

/** The donations in kind, as on their page. */
export const inKind = queryList({
  right: 'lists.read',
  filter: filterOf(listInKindDonations),
  shown: ({ db }, { donorId }) =>
    inKindRows(db).where(hasValue('inKindDonations.donorId', donorId)),
  rows: (shown, { timeZone }) =>
    shown.select(dayOf('inKindDonations.voidedAt', timeZone).as('voidedOn')),
  newest: { moment: 'inKindDonations.createdAt', id: 'inKindDonations.id' },
  columns: {
    ID: ['text', (row) => row.id],
    'Received On': ['day', (row) => row.receivedOn],
    What: ['text', (row) => row.description],
    'Value for the Records': ['amount', (row) => row.valueCents],
    Currency: booksCurrency,
    'Value Said By': ['text', ({ valueFrom }) => valueFrom && valueSources[valueFrom]],
    'Given to Nomination': ['text', (row) => row.nominationId],
    Receipt: ['text', (row) => row.receiptNumber],
    'In Public': ['text', (row) => row.publicText],
    'Void Since': ['day', (row) => row.voidedOn],
    'Why Void': ['text', (row) => row.voidReason],
    'First Name': ['text', (row) => row.firstName, 'contacts.read'],
    'Last Name': ['text', (row) => row.lastName, 'contacts.read'],
    'Email Address': ['text', (row) => row.email, 'contacts.read'],
  },
});
