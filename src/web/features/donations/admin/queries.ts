import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callPage } from '#web/api-client.ts';
import { endpoints } from '#web/endpoints.ts';

/** What the list of donations is limited to. */
export interface DonationFilters {
  hideFullyAllocated: boolean;
  causeId: string;
  id: string;
}

/** Rows per page: enough to fill a screen twice, few enough to answer at once. */
const pageSize = 50;

export function useDonations({ hideFullyAllocated, causeId, id }: DonationFilters) {
  return useInfiniteQuery({
    queryKey: ['donations', 'list', { hideFullyAllocated, causeId, id }],
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoints.listDonations, {
        query: {
          limit: pageSize,
          hideFullyAllocated: hideFullyAllocated ? 'true' : undefined,
          causeId: causeId || undefined,
          id: id || undefined,
        },
        next: pageParam,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** One donation; asked for only when an id is given. */
export function useDonation(id: string | null) {
  return useQuery({
    queryKey: ['donations', 'detail', id],
    queryFn: ({ signal }) => call(endpoints.getDonation, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}
