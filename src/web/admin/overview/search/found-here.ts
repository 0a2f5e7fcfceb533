import type { SearchResult } from '#contract/overview/search.ts';
import { settingsIn } from '#core/operations/setting-list.ts';
import { settingsGroupNames, settingsGroups } from '#core/operations/settings-groups.ts';
import { menuPages } from '#web/admin/client/admin-pages.ts';
import { paths } from '#web/admin/client/paths.ts';

/* What of the search is found in the browser: pages, and settings. */

const found = {
  Pages: menuPages.map(({ name, group, path }) => ({
    name,
    facts: group === 'Admin' ? [] : [group],
    path,
  })),
  Settings: settingsGroupNames.flatMap((group) => {
    const { title } = settingsGroups[group];
    const path = paths.settingsGroup(group);
    return [
      { name: title, facts: [], path },
      ...settingsIn(group).map(({ label }) => ({ name: label, facts: [title], path })),
    ];
  }),
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
