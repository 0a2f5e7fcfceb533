/**
 * The accounts of the journal. The payment provider, the bank, and what is on its way between them are assets; what
 * waits, what is allocated, and what is there for card costs are funds that the charity holds for others.
 * `docs/operations.md`, "Exports", explains them to accountants.
 */
export const journalAccounts = {
  provider: '1100 Payment provider',
  payments: '1110 Payments on their way to the payment provider',
  transfers: '1150 On its way between provider and bank accounts',
  bank: '1200 Bank account',
  gifts: '1300 Checks, cash, and transfers not at the bank yet',
  waiting: '2100 Donations waiting',
  allocated: '2200 Donations allocated',
  between_causes: '2290 Donations between two causes',
  operations: '2300 Money for card and bank costs',
  spent_before: '3100 Spent before these books',
  other: '3200 Other money of the charity (earlier system)',
  costs: '5100 Card and bank costs',
} as const;

/** One of the keys of {@link journalAccounts}. */
export type JournalAccount = keyof typeof journalAccounts;
