import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call, callPage } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/client/paged-list.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** What the list of donations is limited to. */
export interface DonationFilters {
  hideFullyAllocated: boolean;
  causeId: string;
  id: string;
}

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
    ...pageByPage,
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

/** Mails the donor a new private link; the earlier ones end. */
export function useSendGiftLink() {
  return useMutation({
    mutationFn: (id: string) => call(endpoints.sendGiftLink, { params: { id } }),
    onSuccess: ({ message }) => notifySuccess(message),
  });
}
