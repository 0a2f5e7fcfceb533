import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** The money without proof, oldest first. */
export function useMissingProof() {
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
