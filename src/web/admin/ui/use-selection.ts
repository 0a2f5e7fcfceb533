import { useCallback, useMemo, useState } from 'react';
import { maxSelected } from '#core/platform/many-at-once.ts';
import type { PagedRows } from '#web/admin/ui/paged-rows.ts';

/** The rows of a list that somebody has selected. */
export interface Selection<Row extends { id: string }> {
  /** What is selected, in the order of the list. A row that has left the list is not among them. */
  rows: Row[];
  /** All rows that are loaded. */
  shown: Row[];
  has: (id: Row['id']) => boolean;
  set: (ids: readonly Row['id'][], isSelected: boolean) => void;
  clear: () => void;
  /** Whether there are rows that match and are not loaded yet. */
  hasMore: boolean;
  /** Loads and selects every row that matches, up to {@link maxSelected}. */
  selectAll: () => Promise<void>;
  isSelectingAll: boolean;
}

/**
 * Lets somebody select rows of a list. `filter` tells which list it is: another filter is another list, in which nothing
 * is selected, so that nobody changes rows that they do not see.
 */
export function useSelection<Row extends { id: string }>(
  list: PagedRows<Row>,
  filter: unknown,
): Selection<Row> {
  const key = JSON.stringify(filter);
  const [selected, setSelected] = useState<{ key: string; ids: ReadonlySet<string> }>({
    key,
    ids: new Set(),
  });
  const [isSelectingAll, setSelectingAll] = useState(false);
  const ids = selected.key === key ? selected.ids : none;
  const { data, fetchNextPage } = list;
  const shown = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);

  const set = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Set(before.key === key ? before.ids : []);
        for (const id of changed) {
          if (!isSelected) next.delete(id);
          else if (next.size < maxSelected) next.add(id);
        }
        return { key, ids: next };
      }),
    [key],
  );

  async function selectAll(): Promise<void> {
    setSelectingAll(true);
    try {
      let rows = shown;
      let hasMore = list.hasNextPage;
      while (hasMore && rows.length < maxSelected) {
        const page = await fetchNextPage();
        // The list says why; what is loaded stays selected.
        if (page.isError) break;
        rows = page.data?.pages.flatMap(({ items }) => items) ?? rows;
        hasMore = page.hasNextPage;
      }
      set(
        rows.map(({ id }) => id),
        true,
      );
    } finally {
      setSelectingAll(false);
    }
  }

  return {
    rows: shown.filter(({ id }) => ids.has(id)),
    shown,
    has: (id) => ids.has(id),
    set,
    clear: () => setSelected({ key, ids: none }),
    hasMore: list.hasNextPage,
    selectAll,
    isSelectingAll,
  };
}

const none: ReadonlySet<string> = new Set();
