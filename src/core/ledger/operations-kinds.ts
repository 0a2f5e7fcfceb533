/** What an entry of the operations book can be. */
export const operationsKinds = [
  'cover',
  'cover_returned',
  'processing_fee',
  'fee_correction',
  'dispute_fee',
  'dispute_fee_returned',
  'service_fee',
  'top_up',
  'bank_fee',
  'running_costs',
] as const;

/** One of {@link operationsKinds}. */
export type OperationsKind = (typeof operationsKinds)[number];

interface Words {
  in: string;
  out: string;
}

/** Each kind in words, for money that came in and for money that was spent. */
const kindWords: Record<OperationsKind, Words> = {
  cover: { in: 'Added by a donor', out: 'Added by a donor' },
  cover_returned: { in: 'There again: added by a donor', out: 'Went back to a donor' },
  processing_fee: { in: 'Fee of a payment', out: 'Fee of a payment' },
  fee_correction: { in: 'Part of a fee came back', out: 'More of a fee' },
  dispute_fee: { in: 'Fee of a dispute', out: 'Fee of a dispute' },
  dispute_fee_returned: { in: 'Fee of a dispute came back', out: 'Fee of a dispute' },
  service_fee: { in: 'Refund of a bill', out: 'Bill of the payment provider' },
  top_up: { in: 'Put in by the charity', out: 'Taken out by the charity' },
  bank_fee: { in: 'Fee of the bank came back', out: 'Fee of the bank' },
  running_costs: {
    in: 'Paid from donations for running costs',
    out: 'Not paid from donations for running costs after all',
  },
};

const undoneBankFee: Words = {
  in: 'Fee of the bank undone',
  out: 'Fee of the bank did not come back after all',
};

/**
 * What an entry of the operations book is, in words. A fee of the bank is on a line of a statement and needs no reason: one
 * with a reason takes back what somebody said of a line before.
 */
export function describeOperations({
  kind,
  amount,
  reason,
}: {
  kind: OperationsKind;
  amount: number;
  reason: string;
}): string {
  const words = kind === 'bank_fee' && reason !== '' ? undoneBankFee : kindWords[kind];
  return amount > 0 ? words.in : words.out;
}
