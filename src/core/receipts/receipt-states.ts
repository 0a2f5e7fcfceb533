/** What can become of a receipt that was issued: it counts, it is void, or another one counts in its place. */
export const receiptStates = ['issued', 'void', 'replaced'] as const;

/** One of {@link receiptStates}. */
export type ReceiptState = (typeof receiptStates)[number];

/** Each state in words. */
export const receiptStateWords: Record<ReceiptState, string> = {
  issued: 'Issued',
  void: 'Void',
  replaced: 'Replaced',
};
