import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** The money without proof, oldest first. */
export function useMissingProof() {
  return usePagedList({
    queryKey: ['proof', 'list'],
    load: (page) => callPage(endpoints.listUnproven, { query: {}, ...page }),
  });
}

export function useProofSummary() {
  return useQuery({
    queryKey: ['proof', 'summary'],
    queryFn: ({ signal }) => call(endpoints.getProofSummary, { signal }),
  });
}
