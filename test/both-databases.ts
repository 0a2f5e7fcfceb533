const races = 'on one connection, calls at once wait for each other; on many, they meet';

/**
 * The test files that run on the embedded database and on PostgreSQL, `*.both.test.ts`, and what could be different there.
 * All others run on the embedded one, and before a release on both.
 */
export const bothDatabases: Record<string, string> = {
  'banking/match-races': races,
  'banking/statement-races': races,
  'giving/announced-transfers': races,
  'giving/bound-donation-races': races,
  'giving/deposit-races': races,
  'giving/donation-cause-races': races,
  'donors/donor-races': races,
  'receipts/donor-statements': races,
  'payments/event-order': 'events of one payment that come at once meet at its lock',
  'receipts/gift-aid': races,
  'plans/plan-adoptions': races,
  'plans/plan-moves': races,
  'payments/reconcile': 'it reads thousands of payments in pages, while others are booked',
  'payments/refund-outcomes': races,
  'payments/refunds-and-disputes': races,
  'payments/stripe': 'the same event, delivered twice at once, is booked once by a lock',
  'volunteers/volunteer-races': races,
  'ledger/append-only': 'triggers and rights of roles keep entries as they are',
  'ledger/deficits': races,
  'ledger/ledger': 'every move of money, with its locks and constraints',
  'ledger/ledger-double-spend': races,
  'ledger/ledger-hash': 'the hash depends on how values become text',
  'ledger/ledger-model':
    'random commands end as the model says, whatever reads and writes the values',
  'exports/exports': 'cursors read more rows than memory holds',
  'imports/import-races': races,
  'overview/money-months':
    'months begin where the time zone says, which each database knows for itself',
  'operations/settings-races': races,
  'people/last-administrator': races,
  'people/one-person-alone': races,
  'platform/idle-transactions': 'each ends them in its own way',
  'platform/migrations': 'the tables that an upgrade makes, and locks while it runs',
  'platform/paging': 'what comes next depends on the collation',
  'platform/races': races,
  'publishing/donor-mailing-races': races,
  'spending/expense-races': races,
  'spending/many-allocations': races,
  'spending/selected-allocations-races': races,
  'vetting/cause-changes': races,
  'vetting/check-races': races,
  'vetting/consent-races': races,
  'vetting/many-nominations-races': races,
};
