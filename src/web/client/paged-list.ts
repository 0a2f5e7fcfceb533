/** Rows per page: enough to fill a screen twice, few enough to answer at once. */
export const pageSize = 50;

/** How a list goes on from page to page: the part of `useInfiniteQuery` that is the same for all of them. */
export const pageByPage = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next: string | null }) => page.next,
};
