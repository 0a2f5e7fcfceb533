/** Rows per page: enough to fill a screen twice, few enough to load quickly. */
export const pageSize = 50;

/** The part of `useInfiniteQuery` that is the same for all paged lists. */
export const pageByPage = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next: string | null }) => page.next,
};
