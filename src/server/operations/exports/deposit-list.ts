import { z } from 'zod';
import { type DepositLineId, depositId } from '#contract/ids.ts';
import { depositKinds, depositStateWords, lineReturns } from '#core/deposits.ts';
import { depositLineRows, nameOf } from '#server/giving/deposits/queries.ts';
import { bookCurrencyColumn, exportList, pageById } from '#server/operations/exports/list.ts';

/** The lines of deposits, each with its deposit: those of all, or of one. */
export const deposits = exportList({
  right: 'contacts.read',
  filter: z.strictObject({ depositId: depositId.optional() }),
  async count({ db }, { depositId: of }) {
    const { count } = await db
      .selectFrom('depositLines')
      .select((row) => row.fn.countAll<number>().as('count'))
      .$if(of !== undefined, (query) => query.where('depositId', '=', of ?? null))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db }, { depositId: of }, { limit, cursor }) {
    let query = depositLineRows(db)
      .innerJoin('deposits', 'deposits.id', 'lines.depositId')
      .select([
        'depositId',
        'deposits.title',
        'deposits.state',
        'position',
        'donations.isAnonymous',
        'closedAt',
        'confirmedAt',
        nameOf('deposits.countedBy').as('countedByName'),
        nameOf('deposits.closedBy').as('closedByName'),
        nameOf('deposits.confirmedBy').as('confirmedByName'),
      ])
      .orderBy('lines.id', 'desc')
      .limit(limit + 1);
    if (of !== undefined) query = query.where('depositId', '=', of);
    if (cursor !== undefined) query = query.where('lines.id', '<', cursor as DepositLineId);
    return pageById(await query.execute(), limit);
  },
  columns: [
    { title: 'Deposit', type: 'text', value: (row) => row.title },
    { title: 'State of the Deposit', type: 'text', value: (row) => depositStateWords[row.state] },
    { title: 'Line', type: 'number', value: (row) => row.position + 1 },
    { title: 'Received On', type: 'day', value: (row) => row.receivedOn },
    { title: 'Kind', type: 'text', value: (row) => depositKinds[row.kind] },
    { title: 'Number of Check', type: 'text', value: (row) => row.checkNumber },
    { title: 'Amount', type: 'amount', value: (row) => row.amount },
    bookCurrencyColumn,
    { title: 'Cause', type: 'text', value: (row) => row.causeName },
    { title: 'First Name', type: 'text', value: (row) => row.firstName },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName },
    { title: 'Email Address', type: 'text', value: (row) => row.email },
    { title: 'Anonymous', type: 'flag', value: (row) => row.isAnonymous ?? false },
    { title: 'Note', type: 'text', value: (row) => row.note },
    { title: 'Donation', type: 'text', value: (row) => row.donationId },
    { title: 'Bank Line', type: 'text', value: (row) => row.bankLineId },
    {
      title: 'Returned',
      type: 'text',
      value: ({ returnedAs }) => returnedAs && lineReturns[returnedAs].name,
    },
    { title: 'Why Returned', type: 'text', value: (row) => row.returnedReason },
    { title: 'Returned (UTC)', type: 'moment', value: (row) => row.returnedAt },
    {
      title: 'Returned By',
      type: 'text',
      value: (row) => row.returnedAt && row.returnedByName,
    },
    { title: 'Counted By', type: 'text', value: (row) => row.countedByName },
    { title: 'Closed (UTC)', type: 'moment', value: (row) => row.closedAt },
    { title: 'Closed By', type: 'text', value: (row) => row.closedAt && row.closedByName },
    { title: 'Confirmed (UTC)', type: 'moment', value: (row) => row.confirmedAt },
    { title: 'Confirmed By', type: 'text', value: (row) => row.confirmedAt && row.confirmedByName },
    { title: 'Deposit ID', type: 'text', value: (row) => row.depositId },
    { title: 'ID', type: 'text', value: (row) => row.id },
  ],
});
