import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const reviewKey = ['access-review'];

/** Who may do what, and when somebody last confirmed it. */
export function useAccessReview() {
  return useQuery({
    queryKey: reviewKey,
    queryFn: ({ signal }) => call(endpoints.getAccessReview, { signal }),
  });
}

export function useConfirmAccessReview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fingerprint: string) =>
      call(endpoints.confirmAccessReview, { body: { fingerprint } }),
    onSuccess: () => notifySuccess('The review is in the audit trail'),
    // Also after a refusal, which means that the list was out of date.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: reviewKey }),
        queryClient.invalidateQueries({ queryKey: ['alerts'] }),
      ]),
  });
}
