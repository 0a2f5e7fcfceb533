import { useMutation, useQuery } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/card-costs.ts';
import { formatCents } from '#core/money.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

export function useCardCosts() {
  return useQuery({
    queryKey: ['card-costs', 'totals'],
    queryFn: ({ signal }) => call(endpoints.getCardCosts, { signal }),
  });
}

export function useOperationsEntries() {
  return usePagedList({
    queryKey: ['card-costs', 'entries'],
    load: (page) => callPage(endpoints.listOperationsEntries, { query: {}, ...page }),
  });
}

export function useTopUp() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: RequestOf<typeof contract.topUpCardCosts>['body'] & { idempotencyKey: string }) =>
      call(endpoints.topUpCardCosts, { body, idempotencyKey }),
    onSuccess: (response) => {
      if (awaitsApproval(response)) return;
      notifySuccess(`${formatCents(Math.abs(response.amount))} booked`);
      return refresh();
    },
  });
}
