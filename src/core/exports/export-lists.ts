/* Up to how many rows a list can be exported how, and filters in words. */

/** The formats of an export, by the ending of the file. */
export const exportFormats = { csv: 'CSV', xlsx: 'Excel' } as const;

/** One of the keys of {@link exportFormats}. */
export type ExportFormat = keyof typeof exportFormats;

/** An export of more rows is made by a job, and its link is mailed. */
export const directRowLimit = 10_000;
/** The most rows of an Excel file: the library that writes it holds all of them in memory. */
export const excelRowLimit = 100_000;

/** How long a file that a job made can be downloaded, in hours. */
export const exportFileHours = 24;
/** How long exports are listed, in days. */
export const exportDaysListed = 7;

/** The name of each filter of a list, in panels and exports. */
export const filterNames = {
  hideFullyAllocated: 'Hide fully allocated',
  causeId: 'Cause',
  nominationId: 'Nomination',
  subjectId: 'ID',
  donorId: 'Donor',
  id: 'ID',
  amount: 'Amount',
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
  reference: 'Reference',
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
