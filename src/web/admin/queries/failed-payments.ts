import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** What failed, or could not be booked: some kinds, separated by commas, or all of it. */
export function useFailedPayments(failure: string | undefined) {
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
