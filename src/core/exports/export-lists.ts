import { countOf } from '#core/platform/counts.ts';

/* Which lists can be exported, up to how many rows how, and filters in words. */

/** A list that can be exported: its name, in title case like that of a page, and one and several of what it lists. */
interface ListWords {
  title: string;
  one: string;
  many: string;
}

/** Every list that can be exported, in words. What is in each, its domain says in `src/server/exports/`. */
export const exportLists = {
  donations: { title: 'Donations', one: 'donation', many: 'donations' },
  'in-kind': {
    title: 'Donations in Kind',
    one: 'donation in kind',
    many: 'donations in kind',
  },
  'expected-donations': {
    title: 'Expected Donations',
    one: 'expected donation',
    many: 'expected donations',
  },
  comments: { title: 'Public Comments', one: 'public comment', many: 'public comments' },
  plans: { title: 'Recurring Donations', one: 'recurring donation', many: 'recurring donations' },
  donors: { title: 'Donors', one: 'donor', many: 'donors' },
  volunteers: { title: 'Volunteers', one: 'offer of time', many: 'offers of time' },
  'volunteer-hours': {
    title: 'Hours of Volunteers',
    one: 'entry of hours',
    many: 'entries of hours',
  },
  nominations: { title: 'Nominations', one: 'nomination', many: 'nominations' },
  causes: { title: 'Causes', one: 'cause', many: 'causes' },
  allocations: { title: 'Allocations', one: 'allocation', many: 'allocations' },
  expenses: { title: 'Expenses', one: 'expense', many: 'expenses' },
  receipts: { title: 'Receipts', one: 'receipt', many: 'receipts' },
  ledger: { title: 'Ledger', one: 'entry of the ledger', many: 'entries of the ledger' },
  accounting: { title: 'Accounting Journal', one: 'journal entry', many: 'journal entries' },
  'card-costs': {
    title: 'Card Costs',
    one: 'entry of card costs',
    many: 'entries of card costs',
  },
  'tax-receipts': { title: 'Tax Receipts', one: 'tax receipt', many: 'tax receipts' },
  'gift-aid': {
    title: 'Gift Aid Schedule',
    one: 'line of the Gift Aid schedule',
    many: 'lines of the Gift Aid schedule',
  },
  deposits: { title: 'Deposits', one: 'line of a deposit', many: 'lines of deposits' },
  'announced-transfers': {
    title: 'Announced Transfers',
    one: 'announced transfer',
    many: 'announced transfers',
  },
  'bank-lines': { title: 'Bank Lines', one: 'bank line', many: 'bank lines' },
  'import-lines': {
    title: 'Lines of an Import',
    one: 'line of an import',
    many: 'lines of an import',
  },
  'missing-proof': {
    title: 'Missing Proof',
    one: 'entry of missing proof',
    many: 'entries of missing proof',
  },
  'audit-trail': {
    title: 'Audit Trail',
    one: 'entry of the audit trail',
    many: 'entries of the audit trail',
  },
} as const satisfies Record<string, ListWords>;

/** One of the keys of {@link exportLists}. */
export type ExportListName = keyof typeof exportLists;

/** The names of all lists that can be exported. */
export const exportListNames = Object.keys(exportLists) as ExportListName[];

/** The formats of an export, by the ending of the file. */
export const exportFormats = { csv: 'CSV', xlsx: 'Excel' } as const;

/** One of the keys of {@link exportFormats}. */
export type ExportFormat = keyof typeof exportFormats;

/** An export of more rows is made by a job, and its link is mailed. */
export const directRowLimit = 10_000;
/** The most rows of an Excel file: the library that writes it holds all of them in memory. */
export const excelRowLimit = 100_000;

/** Some rows of a list in words: `describeRows("causes", 1)` is `"1 cause"`. */
export function describeRows(list: ExportListName, rows: number): string {
  const { one, many } = exportLists[list];
  return countOf(rows, one, many);
}

/** The name of each filter of a list, in panels and exports. */
export const filterNames = {
  hideFullyAllocated: 'Hide fully allocated',
  causeId: 'Cause',
  nominationId: 'Nomination',
  subjectId: 'ID',
  donorId: 'Donor',
  id: 'ID',
  status: 'Status',
  vettingState: 'Check',
  hasUnreadAnswer: 'Only unread answers',
  waitsFor: 'Waiting for',
  search: 'Search',
  nominee: 'Nominee',
  state: 'State',
  interval: 'How often',
  expectedState: 'State',
  planId: 'Recurring donation',
  assignedToId: 'Assigned to',
  isUnconfirmed: 'With hours to confirm',
  importId: 'Import',
  depositId: 'Deposit',
  isWaiting: 'Nothing arrived yet',
  year: 'Issued in',
  accountId: 'Bank account',
  show: 'Show',
  actor: 'By',
  action: 'Action',
  from: 'From',
  to: 'To',
  order: 'Order',
} as const;

/** One of the keys of {@link filterNames}. */
export type FilterName = keyof typeof filterNames;

// What somebody types to find a person may be a name, and the audit trail cannot be erased.
const plain = /^[\w:.,+-]*$/;
const typed = new Set(['nominee', 'search']);

/**
 * A filter in words that name nobody: `describeFilter({ status: "pending" })` is `"Status: pending"`, and a nominee
 * that was looked for is `"Nominee: (a text)"`. Empty for no filter. The order of a list is none: files have their own.
 */
export function describeFilter(filter: Record<string, string>): string {
  return Object.entries(filter)
    .filter(([name]) => name !== 'order')
    .map(([name, value]) => {
      const isSafe = !typed.has(name) && plain.test(value);
      const shown = value === 'true' ? 'yes' : value || 'none';
      return `${filterNames[name as FilterName] ?? name}: ${isSafe ? shown : '(a text)'}`;
    })
    .join('; ');
}
