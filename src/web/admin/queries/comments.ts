import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CauseId, DonationId } from '#contract/ids.ts';
import type { CommentState } from '#core/comments.ts';
import { periodOf } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** The filters of the list; empty texts are ignored. */
export interface CommentFilters {
  state: CommentState | '';
  causeId: CauseId | '';
  /** Days such as '2026-05-31'. */
  from: string;
  to: string;
}

/** The query of the list of comments. */
export function commentQuery({ state, causeId, from, to }: CommentFilters) {
  return { state: state || undefined, causeId: causeId || undefined, ...periodOf(from, to) };
}

/** What donors say in public. */
export function useComments(filters: CommentFilters) {
  const query = commentQuery(filters);
  return usePagedList({
    queryKey: ['comments', 'list', query],
    load: (page) => callPage(endpoints.listComments, { query, ...page }),
  });
}

/** Shows a comment in public, or does not. */
export function useDecideComment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: DonationId; isApproved: boolean; seenText: string }) =>
      call(endpoints.decideComment, { params: { id }, body }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['comments'] }),
        queryClient.invalidateQueries({ queryKey: ['desk'] }),
      ]),
  });
}
