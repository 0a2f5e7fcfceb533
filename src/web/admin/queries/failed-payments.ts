import { useQuery } from '@tanstack/react-query';
import type { PaymentFailure } from '#contract/giving/failed-payments.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** What failed, or could not be booked; all of it without a kind. */
export function useFailedPayments(failure: PaymentFailure | undefined) {
  return usePagedList({
    queryKey: ['failed-payments', 'list', failure],
    load: (page) => callPage(endpoints.listFailedPayments, { query: { failure }, ...page }),
  });
}

/** How many payments nobody finished lately. */
export function useUnfinishedPayments() {
  return useQuery({
    queryKey: ['failed-payments', 'unfinished'],
    queryFn: ({ signal }) => call(endpoints.countUnfinishedPayments, { signal }),
  });
}
