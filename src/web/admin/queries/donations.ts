import {
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CauseId, DonationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/admin/client/paged-list.ts';
import { notifyMailed } from '#web/admin/queries/mail.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** Filters of the list of donations. */
export interface DonationFilters {
  hideFullyAllocated: boolean;
  causeId: CauseId | '';
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

/** One donation; requested only if there is an id. */
export function useDonation(id: DonationId | null) {
  return useQuery({
    queryKey: ['donations', 'detail', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(endpoints.getDonation, { params: { id }, signal }),
  });
}

/** Emails the donor the receipt again. */
export function useSendReceipt() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: DonationId) => call(endpoints.sendReceipt, { params: { id } }),
    onSuccess: () => notifyMailed(queryClient, 'The receipt', 'is on its way to the donor'),
  });
}

/** Emails the donor a new private link; earlier ones stop working. */
export function useSendDonationLink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: DonationId) => call(endpoints.sendDonationLink, { params: { id } }),
    onSuccess: () => notifyMailed(queryClient, 'The new link', 'is on its way to the donor'),
  });
}
