import type { SearchResult } from '#contract/overview/search.ts';
import { menuPages } from '#web/admin/client/admin-pages.ts';
import { paths } from '#web/admin/client/paths.ts';

/* What of the search is found in the browser: pages, and settings. */

/** Every setting as its form calls it, by the part of the form that it is in. */
const settings: Record<string, string[]> = {
  Site: ['Time zone', 'Amounts on the donation form'],
  'Card Costs': ['Part of each payment', 'Fixed part', 'Donors are asked to add card costs'],
  'Donations for One Need': ['Days for which a donation waits for its need'],
  'Bank Transfers': ['Donors can donate by bank transfer', 'Where donors transfer money to'],
  'Approval by a Second Person': ['Some things take a second person', 'Expenses and refunds above'],
  'Checking Nominations': ['Required points of the checklist', 'Recommendations', 'Goals above'],
  'Signing In': ['Everybody signs in with a second factor'],
  'Nominators and Nominees': ['Nominees agree first', 'Other places that help'],
  'Tax Receipts': ['Country', 'Legal name and address', 'Signature', 'Texts of receipts'],
  'Old Personal Data': ['What is removed because of its age, and after how many months'],
  'How We Work': ['Your own words on the public page'],
};

const found = {
  Pages: menuPages.map(({ name, group, path }) => ({
    name,
    facts: group === 'Admin' ? [] : [group],
    path,
  })),
  Settings: Object.entries(settings).flatMap(([part, names]) =>
    names.map((name) => ({ name, facts: [part], path: paths.admin.settings })),
  ),
};

/** As many as of anything else. */
const most = 5;

/** The pages and settings that have words that begin like these, of those that somebody may open. */
export function findHere(text: string, mayOpen: (path: string) => boolean) {
  const beginnings = wordsOf(text);
  if (beginnings.length === 0) return [];
  return Object.entries(found).flatMap(([name, all]) => {
    const results = all.filter(
      (one) =>
        mayOpen(one.path) &&
        beginnings.every((start) => wordsOf(says(one)).some((word) => word.startsWith(start))),
    );
    if (results.length === 0) return [];
    return [{ name, results: results.slice(0, most), hasMore: results.length > most, more: null }];
  });
}

const says = ({ name, facts }: SearchResult) => [name, ...facts].join(' ');
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
    .filter((word) => word !== '');
