import { z } from 'zod';
import { listDonationReceipts } from '#contract/receipts/tax-receipts.ts';
import { scheduleCells, scheduleDay } from '#core/receipts/gift-aid.ts';
import { receiptStateWords } from '#core/receipts/receipt-states.ts';
import { filterOf } from '#server/exports/filters.ts';
import { booksCurrency, exportList, pageById } from '#server/exports/list.ts';
import { dueLines } from '#server/receipts/gift-aid/queries.ts';
import * as receipts from '#server/receipts/tax-receipts/queries.ts';

/* Lists that can be exported: tax receipts and Gift Aid. */

export const receiptLists = {
  /** The receipts of donations, as on the page "Tax Receipts", with those that do not count anymore. */
  'tax-receipts': exportList({
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
  }),

  /**
   * The schedule for HM Revenue & Customs: its columns, in its order, of what is covered and not claimed yet. What went back
   * after a claim is no line of it, but an amount of its own on the claim.
   */
  'gift-aid': exportList({
    right: 'contacts.read',
    filter: z.strictObject({}),
    async count({ db, timeZone }) {
      const lines = await dueLines(db, timeZone);
      return lines.filter(({ cents }) => cents > 0).length;
    },
    async read({ db, timeZone }, _, { limit, cursor }) {
      const { items, nextCursor } = pageById(
        await dueLines(db, timeZone, { limit, cursor }),
        limit,
      );
      return {
        items: items
          .filter(({ cents }) => cents > 0)
          .map((line) => ({ ...line, cells: scheduleCells(line) })),
        nextCursor,
      };
    },
    columns: {
      Title: ['text', ({ cells }) => cells.title],
      'First name': ['text', ({ cells }) => cells.firstName],
      'Last name': ['text', ({ cells }) => cells.lastName],
      'House name or number': ['text', ({ cells }) => cells.house],
      Postcode: ['text', ({ cells }) => cells.postcode],
      // Neither is recorded here: each line is one donation of one person.
      'Aggregated donations': ['text', () => ''],
      'Sponsored event': ['text', () => ''],
      'Donation date': ['text', ({ receivedOn }) => scheduleDay(receivedOn)],
      Amount: ['amount', ({ cents }) => cents],
    },
  }),
};
