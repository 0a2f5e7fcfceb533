import {
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CauseId, NominationId } from '#contract/ids.ts';
import type { NominationAction, NominationStatus } from '#core/nomination-status.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/client/paged-list.ts';

/** Filters of the list of nominations. */
export interface NominationFilters {
  statuses: NominationStatus[];
  nominee: string;
  causeId: CauseId | '';
  id: string;
}

export function useNominations({ statuses, nominee, causeId, id }: NominationFilters) {
  return useInfiniteQuery({
    queryKey: ['nominations', 'list', { statuses, nominee, causeId, id }],
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoints.listNominations, {
        query: {
          limit: pageSize,
          status: statuses.join(','),
          nominee: nominee || undefined,
          causeId: causeId || undefined,
          id: id || undefined,
        },
        next: pageParam,
        signal,
      }),
    ...pageByPage,
  });
}

/** One nomination; requested only if there is an id. */
export function useNomination(id: NominationId | null) {
  return useQuery({
    queryKey: ['nominations', 'detail', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(endpoints.getNomination, { params: { id }, signal }),
  });
}

const bodies = {
  accept: { isAccepted: true, isRejected: false },
  reject: { isRejected: true, isAccepted: false },
  complete: { isCompleted: true },
} as const satisfies Record<NominationAction, object>;

export function useNominationAction(id: NominationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: NominationAction) =>
      call(endpoints.updateNomination, { params: { id }, body: bodies[action] }),
    onSuccess: (nomination) => {
      queryClient.setQueryData(['nominations', 'detail', id], nomination);
      return queryClient.invalidateQueries({ queryKey: ['nominations', 'list'] });
    },
    // Someone else was faster: show the current state.
    onError: () => queryClient.invalidateQueries({ queryKey: ['nominations'] }),
  });
}
