import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '#web/client/api-client.ts';

/** Which page to load: the first one, or the one at an address that the page before it named. */
interface WhichPage {
  next: string | null;
  signal: AbortSignal;
}

interface PagedListOptions<Item> {
  queryKey: QueryKey;
  load: (page: WhichPage) => Promise<Page<Item>>;
  /** Milliseconds between two looks at a list that changes by itself; false for none. */
  refetchInterval?: (items: Item[]) => number | false;
}

/** A list that is loaded page by page as its reader asks for more. */
export function usePagedList<Item>({ queryKey, load, refetchInterval }: PagedListOptions<Item>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ next: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      refetchInterval?.(state.data?.pages.flatMap(({ items }) => items) ?? []) ?? false,
  });
}
