import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/bank-transfers.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** Bank transfers that donors announced. */
export function useExpectedTransfers() {
  return usePagedList({
    queryKey: ['bank', 'expected'],
    load: (page) => callPage(endpoints.listExpectedTransfers, { query: {}, ...page }),
  });
}

/** Begins a deposit with lines of the bank. */
export function useEnterTransfers() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (body: RequestOf<typeof contract.enterTransfers>['body']) =>
      call(endpoints.enterTransfers, { body }),
    onSettled: refresh,
  });
}
