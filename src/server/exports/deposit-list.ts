import { z } from 'zod';
import { depositId } from '#contract/ids.ts';
import { depositKinds, depositStateWords, lineReturns } from '#core/giving/deposits.ts';
import { hasValue } from '#server/exports/filters.ts';
import { booksCurrency, queryList } from '#server/exports/list.ts';
import { depositLineRows } from '#server/giving/deposits/queries.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';

/** The lines of deposits, each with its deposit: those of all, or of one. */
export const deposits = queryList({
  right: 'contacts.read',
  filter: z.strictObject({ depositId: depositId.optional() }),
  shown: ({ db }, { depositId: of }) => depositLineRows(db).where(hasValue('depositId', of)),
  rows: (shown) =>
    shown
      .innerJoin('deposits', 'deposits.id', 'lines.depositId')
      .select([
        'depositId',
        'deposits.title',
        'deposits.state',
        'position',
        'donations.isAnonymous',
        'closedAt',
        'confirmedAt',
        userNameBy('deposits.countedBy').as('countedByName'),
        userNameBy('deposits.closedBy').as('closedByName'),
        userNameBy('deposits.confirmedBy').as('confirmedByName'),
      ]),
  newest: { id: 'lines.id' },
  columns: {
    Deposit: ['text', (row) => row.title],
    'State of the Deposit': ['text', (row) => depositStateWords[row.state]],
    Line: ['number', (row) => row.position + 1],
    'Received On': ['day', (row) => row.receivedOn],
    Kind: ['text', (row) => depositKinds[row.kind]],
    'Number of Check': ['text', (row) => row.checkNumber],
    Amount: ['amount', (row) => row.amount],
    Currency: booksCurrency,
    Cause: ['text', (row) => row.causeName],
    'First Name': ['text', (row) => row.firstName],
    'Last Name': ['text', (row) => row.lastName],
    'Email Address': ['text', (row) => row.email],
    Anonymous: ['flag', (row) => row.isAnonymous ?? false],
    Note: ['text', (row) => row.note],
    Donation: ['text', (row) => row.donationId],
    'Bank Line': ['text', (row) => row.bankLineId],
    Returned: ['text', ({ returnedAs }) => returnedAs && lineReturns[returnedAs].name],
    'Why Returned': ['text', (row) => row.returnedReason],
    'Returned (UTC)': ['moment', (row) => row.returnedAt],
    'Returned By': ['text', (row) => row.returnedAt && row.returnedByName],
    'Counted By': ['text', (row) => row.countedByName],
    'Closed (UTC)': ['moment', (row) => row.closedAt],
    'Closed By': ['text', (row) => row.closedAt && row.closedByName],
    'Confirmed (UTC)': ['moment', (row) => row.confirmedAt],
    'Confirmed By': ['text', (row) => row.confirmedAt && row.confirmedByName],
    'Deposit ID': ['text', (row) => row.depositId],
    ID: ['text', (row) => row.id],
  },
});
