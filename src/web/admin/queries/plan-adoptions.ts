import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/plan-adoptions.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const queryKey = ['plan-adoptions'];

/** Subscriptions that another system began; looked at again while some are being taken over. */
export function useOtherSubscriptions() {
  return usePagedList({
    queryKey,
    load: (page) => callPage(endpoints.listOtherSubscriptions, { query: { limit: 100 }, ...page }),
    refetchInterval: (items) =>
      items.some(({ adoption }) => adoption?.state === 'asked') ? 3_000 : false,
  });
}

type Adoptions = RequestOf<typeof contract.adoptPlans>['body']['adoptions'];

export function useAdoptPlans() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ adoptions, idempotencyKey }: { adoptions: Adoptions; idempotencyKey: string }) =>
      call(endpoints.adoptPlans, { body: { adoptions }, idempotencyKey }),
    onSuccess(response) {
      if (!awaitsApproval(response)) notifySuccess(response.message);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: ['plans'] }),
      ]),
  });
}
