import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CauseId, NominationId } from '#contract/ids.ts';
import type { NeedSummary } from '#contract/publishing/needs.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

/** Filters of the list of published needs; an empty text filters nothing. */
export interface NeedFilters {
  causeId: CauseId | '';
  state: '' | NeedSummary['state'];
}

/** Published needs, newest first, `limit` at a time. */
export function useNeeds({ causeId, state }: NeedFilters, limit: number) {
  return useInfiniteQuery({
    queryKey: ['needs', 'list', { causeId, state, limit }],
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoints.listNeeds, {
        query: { limit, causeId: causeId || undefined, state: state || undefined },
        next: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** One published need with its proof. */
export function useNeed(id: NominationId) {
  return useQuery({
    queryKey: ['needs', 'detail', id],
    queryFn: ({ signal }) => call(endpoints.getNeed, { params: { id }, signal }),
  });
}
