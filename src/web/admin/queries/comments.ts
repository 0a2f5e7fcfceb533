import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DonationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** What donors say in public. */
export function useComments() {
  return usePagedList({
    queryKey: ['comments', 'list'],
    load: (page) => callPage(endpoints.listComments, { query: {}, ...page }),
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
