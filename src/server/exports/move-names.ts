import type { MoveKind } from '#core/ledger/ledger.ts';

/** The moves of the ledger in words, for files. */
export const moveNames: Record<MoveKind, string> = {
  payment: 'Payment',
  allocation: 'Allocation',
  release: 'Release',
  refund: 'Refund',
  refund_reversal: 'Failed refund',
  dispute: 'Dispute',
  dispute_reversal: 'Money back from a dispute',
  reversal: 'Reversed line of a deposit or an import',
  bounce: 'Bounced check or transfer',
  spending: 'Expense',
  spending_reversal: 'Undone expense',
  spent_before: 'Spent before the import',
  spent_before_reversal: 'Not spent before the import after all',
  cause_left: 'Left its cause for another one',
  cause_joined: 'Came from another cause',
};
