/** Who issued the receipt of an expense, in words. The public sees it. */
export const receiptKinds = {
  vendor_receipt: 'Receipt from the vendor',
  statement: 'Account statement',
  organiser_note: "Organizer's note",
} as const;

/** One of the keys of {@link receiptKinds}. */
export type ReceiptKind = keyof typeof receiptKinds;
