import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callPage } from '#web/api-client.ts';
import { endpoints } from '#web/endpoints.ts';
import { pageByPage, pageSize } from '#web/paged-list.ts';

/** The money without proof, oldest first. */
export function useUnproven() {
  return useInfiniteQuery({
    queryKey: ['proof', 'list'],
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoints.listUnproven, { query: { limit: pageSize }, next: pageParam, signal }),
    ...pageByPage,
  });
}

export function useProofSummary() {
  return useQuery({
    queryKey: ['proof', 'summary'],
    queryFn: ({ signal }) => call(endpoints.getProofSummary, { signal }),
  });
}
