import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  balanceCents,
  idParams,
  optionalText,
  paging,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { donationId, donationReceiptId, inKindDonationId } from '#contract/ids.ts';
import { manyOutcome, selectedIds } from '#contract/many-at-once.ts';
import { printedFile } from '#contract/printed-file.ts';
import { receiptStates } from '#core/receipts/receipt-states.ts';

/* Donation receipts: issuing, voiding, replacing, and copying them, and goods in return. */

/** The number of a receipt, with the id that opens it. */
const reference = z.object({ id: donationReceiptId, number: z.string() });

/** A receipt that was issued for a donation. Amounts in cents. */
export const donationReceipt = z.object({
  id: donationReceiptId,
  number: z.string(),
  /** What it is about: a donation, or a donation in kind. */
  donationId: donationId.nullable(),
  inKindId: inKindDonationId.nullable(),
  createdAt: timestamp,
  /** Both in the time zone that the charity had then. */
  issuedOn: z.iso.date(),
  receivedOn: z.iso.date(),
  /** Null for a donation in kind. */
  amount: balanceCents.nullable(),
  /** The value of what the donor got in return; 0 for nothing. */
  goodsValue: balanceCents,
  /** As printed. */
  donorName: z.string(),
  donorAddress: z.string(),
  state: z.enum(receiptStates),
  /** Who issued it. */
  issuedBy: z.string(),
  endedAt: timestamp.nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  replaces: reference.nullable(),
  replacedBy: reference.nullable(),
  /** When a copy was first made of it. */
  copiedAt: timestamp.nullable(),
  /** The SHA-256 of its PDF; null until that is drawn, within a minute or so. */
  sha256: z.string().nullable(),
});
export type DonationReceipt = z.infer<typeof donationReceipt>;

/** What a donor got in return for a donation. */
export const donationGoods = z.object({ description: z.string(), value: balanceCents });

/** The receipts of one donation, the newest first. */
export const receiptsOfDonation = z.object({
  receipts: z.array(donationReceipt),
  /** Null for nothing in return. */
  goods: donationGoods.nullable(),
  /** Why no receipt can be issued now, as a sentence; null if one can. */
  obstacle: z.string().nullable(),
});
export type ReceiptsOfDonation = z.infer<typeof receiptsOfDonation>;

const shared = { tag: 'Donation receipts' } as const;

/** The newest first. */
export const listDonationReceipts = endpoint('GET /api/donation-receipts', {
  ...shared,
  summary: 'List the receipts of donations',
  reads: 'receipts',
  access: 'contacts.read',
  query: z.object({
    ...paging,
    /** Only those issued in this year. */
    year: z.coerce.number().int().min(2000).max(9999, 'At most 9999').optional(),
    state: z.enum(receiptStates).optional(),
    /** Only those with this in their number, or in the name of the donor. */
    search: z.string().trim().max(100, 'At most 100 characters').optional(),
  }),
  response: z.array(donationReceipt),
  paged: true,
});

/** One receipt. */
export const getDonationReceipt = endpoint('GET /api/donation-receipts/:id', {
  ...shared,
  summary: 'Show a receipt',
  reads: 'receipts',
  access: 'contacts.read',
  params: idParams(donationReceiptId),
  response: donationReceipt,
  errors: ['not_found'],
});

/** The receipts of a donation, and whether one can be issued. */
export const getReceiptsOfDonation = endpoint('GET /api/donations/:id/receipts', {
  ...shared,
  summary: 'Show the receipts of a donation',
  reads: 'donation',
  access: 'contacts.read',
  params: idParams(donationId),
  response: receiptsOfDonation,
  errors: ['not_found'],
});

/** The PDF as it was drawn first, byte by byte. */
export const getReceiptPdf = endpoint('GET /api/donation-receipts/:id/pdf', {
  ...shared,
  summary: 'Get the PDF of a receipt',
  reads: 'receipts',
  access: 'contacts.read',
  params: idParams(donationReceiptId),
  response: printedFile,
  errors: ['not_found', 'too_many_requests'],
});

/** Issues receipts for donations that have none. Honors `Idempotency-Key`. */
export const issueReceipts = endpoint('POST /api/donations/issue-receipts', {
  ...shared,
  recent: true,
  summary: 'Issue receipts for donations that have none',
  records: { 'donation.receipt_issued': 'Issued a receipt' },
  access: 'money.write',
  body: z.object({ ids: selectedIds(donationId) }),
  response: manyOutcome(donationId),
  errors: ['idempotency_key_reused'],
});

/** Voids a receipt, and tells its donor. It stays in the list with the reason, and its number is never used again. */
export const voidReceipt = endpoint('POST /api/donation-receipts/:id/void', {
  ...shared,
  recent: true,
  summary: 'Void a receipt',
  records: {
    'donation.receipt_voided': 'Voided a receipt',
    'in_kind.receipt_voided': 'Voided a receipt for a donation in kind',
  },
  reads: 'receipts',
  access: 'money.write',
  params: idParams(donationReceiptId),
  body: z.object({ reason: requiredText(500) }),
  response: donationReceipt,
  errors: ['not_found', 'receipt_ended'],
});

/** Issues a corrected receipt in place of one, with a number of its own, and tells the donor. Both are kept. */
export const replaceReceipt = endpoint('POST /api/donation-receipts/:id/replace', {
  ...shared,
  recent: true,
  summary: 'Replace a receipt by a corrected one',
  records: {
    'donation.receipt_replaced': 'Replaced a receipt',
    'in_kind.receipt_replaced': 'Replaced a receipt for a donation in kind',
  },
  reads: 'receipts',
  access: 'money.write',
  params: idParams(donationReceiptId),
  body: z.object({
    reason: requiredText(500),
    donorName: requiredLine(200),
    donorAddress: optionalText(500),
  }),
  response: donationReceipt,
  errors: ['not_found', 'receipt_ended', 'receipt_refused'],
});

/** The PDF of a receipt as a copy, which says that it is one. From then on, its donor gets the copy, too. */
export const copyReceipt = endpoint('POST /api/donation-receipts/:id/copy', {
  ...shared,
  recent: false,
  summary: 'Make a copy of a receipt',
  records: {
    'donation.receipt_copied': 'Made a copy of a receipt',
    'in_kind.receipt_copied': 'Made a copy of a receipt for a donation in kind',
  },
  access: 'money.write',
  params: idParams(donationReceiptId),
  response: printedFile,
  errors: ['not_found', 'receipt_ended', 'too_many_requests'],
});

/**
 * Says what a donor got in return for a donation, or that it was nothing (`null`). A receipt that was issued before is
 * replaced.
 */
export const setDonationGoods = endpoint('POST /api/donations/:id/goods', {
  ...shared,
  recent: true,
  summary: 'Say what a donor got in return for a donation',
  records: { 'donation.goods_set': 'Said what a donor got in return' },
  reads: 'donation',
  access: 'money.write',
  params: idParams(donationId),
  body: z.object({
    goods: z
      .object(
        {
          description: requiredLine(300),
          value: amountCents,
        },
        { error: 'Required' },
      )
      .nullable(),
  }),
  response: receiptsOfDonation,
  errors: ['not_found', 'receipt_refused'],
});
