import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/in-kind.ts';
import type { DonorId, InKindDonationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const key = ['in-kind-donations'];

/** Donations in kind, the newest first; of one donor, if there is an id. */
export function useInKindDonations(donorId: DonorId | '' = '') {
  const query = { donorId: donorId || undefined };
  return usePagedList({
    queryKey: [...key, query],
    load: (page) => callPage(endpoints.listInKindDonations, { query, ...page }),
  });
}

/** One of them, also when the list does not show it; nothing without an id. */
export function useInKindDonation(id: InKindDonationId | null) {
  return useQuery({
    queryKey: [...key, 'detail', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(endpoints.getInKindDonation, { params: { id }, signal }),
  });
}

/** Everything that shows them or their receipts is loaded anew. */
function useChanged(said: string) {
  const queryClient = useQueryClient();
  return async () => {
    notifySuccess(said);
    await Promise.all(
      [key, ['donation-receipts'], ['donors']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
}

export function useRecordInKind() {
  const onSuccess = useChanged('The donation in kind is recorded');
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: RequestOf<typeof contract.recordInKindDonation>['body'] & { idempotencyKey: string }) =>
      call(endpoints.recordInKindDonation, { body, idempotencyKey }),
    onSuccess,
  });
}

export function useVoidInKind() {
  const onSuccess = useChanged('The entry is void');
  return useMutation({
    mutationFn: ({ id, reason }: { id: InKindDonationId; reason: string }) =>
      call(endpoints.voidInKindDonation, { params: { id }, body: { reason } }),
    onSuccess,
  });
}

export function usePublishInKind() {
  const onSuccess = useChanged('Saved');
  return useMutation({
    mutationFn: ({ id, publicText }: { id: InKindDonationId; publicText: string }) =>
      call(endpoints.publishInKindDonation, { params: { id }, body: { publicText } }),
    onSuccess,
  });
}

export function useIssueInKindReceipt() {
  const onSuccess = useChanged('The receipt was issued');
  return useMutation({
    mutationFn: (id: InKindDonationId) => call(endpoints.issueInKindReceipt, { params: { id } }),
    onSuccess,
  });
}
