import { type AdminPage, adminPages, pageSlug, type Slug } from '#contract/admin-pages.ts';
import { countOf } from '#core/platform/counts.ts';

/* Which lists can be exported: those of pages that say so, and others. */

/** The name of a list, in title case like that of a page, and one and several of what it lists. */
type ListWords = readonly [title: string, one: string, many: string];

/** The lists that have no page of the menu, and those that are called something else there. */
const otherLists = {
  'volunteer-hours': ['Hours of Volunteers', 'entry of hours', 'entries of hours'],
  allocations: ['Allocations', 'allocation', 'allocations'],
  expenses: ['Expenses', 'expense', 'expenses'],
  receipts: ['Receipts', 'receipt', 'receipts'],
  ledger: ['Ledger', 'entry of the ledger', 'entries of the ledger'],
  accounting: ['Accounting Journal', 'journal entry', 'journal entries'],
  'gift-aid': [
    'Gift Aid Schedule',
    'line of the Gift Aid schedule',
    'lines of the Gift Aid schedule',
  ],
  'announced-transfers': ['Announced Transfers', 'announced transfer', 'announced transfers'],
  'bank-lines': ['Bank Lines', 'bank line', 'bank lines'],
  'import-lines': ['Lines of an Import', 'line of an import', 'lines of an import'],
} as const satisfies Record<string, ListWords>;

type Pages = typeof adminPages;
/** One of the keys of {@link exportLists}. */
export type ExportListName =
  | {
      [Name in keyof Pages]: Pages[Name] extends { rows: unknown } ? Slug<Name> : never;
    }[keyof Pages]
  | keyof typeof otherLists;

const ofPages = Object.entries<AdminPage>(adminPages).flatMap(([name, { menu, rows }]) =>
  menu && rows ? [[pageSlug(name), [menu[1], ...rows]]] : [],
);

/** Every list that can be exported, in words. What is in each, its domain says in `src/server/exports/`. */
export const exportLists: Record<ExportListName, ListWords> = {
  ...Object.fromEntries(ofPages),
  ...otherLists,
};

/** The names of all lists that can be exported. */
export const exportListNames = Object.keys(exportLists) as ExportListName[];

/** Some rows of a list in words: `describeRows("causes", 1)` is `"1 cause"`. */
export function describeRows(list: ExportListName, rows: number): string {
  const [, one, many] = exportLists[list];
  return countOf(rows, one, many);
}
