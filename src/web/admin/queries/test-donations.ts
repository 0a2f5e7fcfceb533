import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DonationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useMay } from '#web/admin/client/session.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** The donations of test money that are in no books. */
export function useTestDonations() {
  return usePagedList({
    queryKey: ['test-donations', 'list'],
    load: (page) => callPage(endpoints.listTestDonations, { query: {}, ...page }),
  });
}

/** Whether there are any, for whoever may see them. */
export function useHasTestDonations(): boolean {
  const mayRead = useMay('contacts.read');
  const { data } = useQuery({
    queryKey: ['test-donations', 'any'],
    queryFn: mayRead
      ? ({ signal }) => call(endpoints.listTestDonations, { query: { limit: 1 }, signal })
      : skipToken,
  });
  return (data?.length ?? 0) > 0;
}

export function useRemoveTestDonation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: DonationId) => call(endpoints.removeTestDonation, { params: { id } }),
    // Also after a refusal, which means that the screen was out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['test-donations'] }),
  });
}
