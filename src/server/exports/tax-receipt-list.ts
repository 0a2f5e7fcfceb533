import { listDonationReceipts } from '#contract/receipts/tax-receipts.ts';
import { receiptStateWords } from '#core/receipts/receipt-states.ts';
import { filterOf } from '#server/exports/filters.ts';
import { booksCurrency, exportList } from '#server/exports/list.ts';
import * as receipts from '#server/receipts/tax-receipts/queries.ts';

/** The receipts of donations, as on the page "Tax Receipts", with those that do not count anymore. */
export const taxReceipts = exportList({
  right: 'contacts.read',
  filter: filterOf(listDonationReceipts),
  count: ({ db }, filter) => receipts.countDonationReceipts(db, filter),
  read: ({ db }, filter, page) => receipts.listDonationReceipts(db, { ...filter, ...page }),
  columns: {
    Number: ['text', (row) => row.number],
    'Issued On': ['day', (row) => row.issuedOn],
    State: ['text', (row) => receiptStateWords[row.state]],
    'Received On': ['day', (row) => row.receivedOn],
    Amount: ['amount', (row) => row.amount],
    'Value of Goods in Return': ['amount', (row) => row.goodsValue],
    Currency: booksCurrency,
    'Name of Donor': ['text', (row) => row.donorName],
    'Address of Donor': ['text', (row) => row.donorAddress],
    Donation: ['text', (row) => row.donationId],
    'Donation in Kind': ['text', (row) => row.inKindId],
    'Issued By': ['text', (row) => row.issuedBy],
    'Ended (UTC)': ['moment', (row) => row.endedAt],
    'Ended By': ['text', (row) => row.endedBy],
    'Why Ended': ['text', (row) => row.endReason],
    Replaces: ['text', (row) => row.replaces?.number ?? null],
    'Replaced By': ['text', (row) => row.replacedBy?.number ?? null],
    'Copied (UTC)': ['moment', (row) => row.copiedAt],
    'SHA-256': ['text', (row) => row.sha256],
    ID: ['text', (row) => row.id],
  },
});
