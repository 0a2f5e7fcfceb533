import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DonationOrder } from '#contract/giving/donations.ts';
import type { CauseId, DonationId, DonorId, NominationId, PlanId } from '#contract/ids.ts';
import { periodOf } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { notifyMailed } from '#web/admin/queries/mail.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** Filters of the list of donations. */
export interface DonationFilters {
  hideFullyAllocated: boolean;
  causeId: CauseId | '';
  id: string;
  donorId: DonorId | '';
  planId: PlanId | '';
  /** First and last day, as `yyyy-mm-dd`. */
  from: string;
  to: string;
  order: DonationOrder;
}

/** Every donation, newest first. */
export const noDonationFilters: DonationFilters = {
  hideFullyAllocated: false,
  causeId: '',
  id: '',
  donorId: '',
  planId: '',
  from: '',
  to: '',
  order: 'newest',
};

/** The same as the parameters of the call, which an export takes, too. */
export function donationQuery(filters: DonationFilters) {
  const { hideFullyAllocated, causeId, id, donorId, planId, from, to, order } = filters;
  return {
    hideFullyAllocated: hideFullyAllocated ? ('true' as const) : undefined,
    causeId: causeId || undefined,
    id: id || undefined,
    donorId: donorId || undefined,
    planId: planId || undefined,
    ...periodOf(from, to),
    order,
  };
}

/** Those that can go to a nomination come first, if one is given. */
export function useDonations(filters: DonationFilters, nominationId: NominationId | null = null) {
  const query = { ...donationQuery(filters), firstFor: nominationId ?? undefined };
  return usePagedList({
    queryKey: ['donations', 'list', query],
    load: (page) => callPage(endpoints.listDonations, { query, ...page }),
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

/** Says for a donor whether a donation is anonymous. */
export function useSetDonationAnonymity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isAnonymous }: { id: DonationId; isAnonymous: boolean }) =>
      call(endpoints.setDonationAnonymity, { params: { id }, body: { isAnonymous } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['donations'] }),
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

/** Emails the receipts of several donations again. */
export function useSendReceipts() {
  return useMutation({
    mutationFn: ({ ids, idempotencyKey }: { ids: DonationId[]; idempotencyKey: string }) =>
      call(endpoints.sendReceipts, { body: { ids }, idempotencyKey }),
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
