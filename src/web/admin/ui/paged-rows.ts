/** The part of an infinite query that lists use. */
export interface PagedRows<Row> {
  data: { pages: { items: Row[] }[] } | undefined;
  isError: boolean;
  isPending: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => Promise<{
    data: { pages: { items: Row[] }[] } | undefined;
    hasNextPage: boolean;
    isError: boolean;
  }>;
  refetch: () => unknown;
}
