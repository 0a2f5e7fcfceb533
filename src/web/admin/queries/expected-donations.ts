import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type {
  addExpectedDonation,
  describeExpectedDonation,
  setExpectedDonationState,
} from '#contract/giving/expected-donations.ts';
import type { DonationId, ExpectedDonationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** Donations that employers and funds are expected to make. */
export function useExpectedDonations() {
  return usePagedList({
    queryKey: ['expected-donations', 'list'],
    load: (page) => callPage(endpoints.listExpectedDonations, { query: {}, ...page }),
  });
}

/** Donations that may have paid an expected one; with a search, only those that it finds. */
export function useFittingDonations(id: ExpectedDonationId, search: string) {
  return useQuery({
    queryKey: ['expected-donations', 'fitting', id, search],
    queryFn: ({ signal }) =>
      call(endpoints.listFittingDonations, {
        params: { id },
        query: { search: search || undefined },
        signal,
      }),
    // The list stays until the next one is there, so that the dialog does not jump at each word.
    placeholderData: keepPreviousData,
  });
}

/** Expects a donation of a fund. */
export function useAddExpectedDonation() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (body: RequestOf<typeof addExpectedDonation>['body']) =>
      call(endpoints.addExpectedDonation, { body }),
    onSettled: refresh,
  });
}

/** Says how far an expected donation is. */
export function useSetExpectedDonationState() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: { id: ExpectedDonationId } & RequestOf<typeof setExpectedDonationState>['body']) =>
      call(endpoints.setExpectedDonationState, { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Says how much is expected, and keeps a note. */
export function useDescribeExpectedDonation(id: ExpectedDonationId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (body: RequestOf<typeof describeExpectedDonation>['body']) =>
      call(endpoints.describeExpectedDonation, { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Says with which donation an expected one was paid. */
export function useLinkExpectedDonation() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ id, donationId }: { id: ExpectedDonationId; donationId: DonationId }) =>
      call(endpoints.linkExpectedDonation, { params: { id }, body: { donationId } }),
    onSettled: refresh,
  });
}
