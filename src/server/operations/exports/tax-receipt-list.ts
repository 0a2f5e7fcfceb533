import { listDonationReceipts } from '#contract/giving/receipts.ts';
import { receiptStateWords } from '#core/receipt-states.ts';
import * as receipts from '#server/giving/receipts/queries.ts';
import { bookCurrencyColumn, exportList } from '#server/operations/exports/list.ts';

/** The receipts of donations, as on the page "Tax Receipts", with those that do not count anymore. */
export const taxReceipts = exportList({
  right: 'contacts.read',
  filter: listDonationReceipts.query.omit({ limit: true, cursor: true }).strict(),
  count: ({ db }, filter) => receipts.countDonationReceipts(db, filter),
  read: ({ db }, filter, page) => receipts.listDonationReceipts(db, { ...filter, ...page }),
  columns: [
    { title: 'Number', type: 'text', value: (row) => row.number },
    { title: 'Issued On', type: 'day', value: (row) => row.issuedOn },
    { title: 'State', type: 'text', value: (row) => receiptStateWords[row.state] },
    { title: 'Received On', type: 'day', value: (row) => row.receivedOn },
    { title: 'Amount', type: 'amount', value: (row) => row.amount },
    { title: 'Value of Goods in Return', type: 'amount', value: (row) => row.goodsValue },
    bookCurrencyColumn,
    { title: 'Name of Donor', type: 'text', value: (row) => row.donorName },
    { title: 'Address of Donor', type: 'text', value: (row) => row.donorAddress },
    { title: 'Donation', type: 'text', value: (row) => row.donationId },
    { title: 'Donation in Kind', type: 'text', value: (row) => row.inKindId },
    { title: 'Issued By', type: 'text', value: (row) => row.issuedBy },
    { title: 'Ended (UTC)', type: 'moment', value: (row) => row.endedAt },
    { title: 'Ended By', type: 'text', value: (row) => row.endedBy },
    { title: 'Why Ended', type: 'text', value: (row) => row.endReason },
    { title: 'Replaces', type: 'text', value: (row) => row.replaces?.number ?? null },
    { title: 'Replaced By', type: 'text', value: (row) => row.replacedBy?.number ?? null },
    { title: 'Copied (UTC)', type: 'moment', value: (row) => row.copiedAt },
    { title: 'SHA-256', type: 'text', value: (row) => row.sha256 },
    { title: 'ID', type: 'text', value: (row) => row.id },
  ],
});
