import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/gift-aid.ts';
import type { DonorId, GiftAidClaimId, GiftAidDeclarationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** What can be claimed under Gift Aid, and what was claimed. */
export function useGiftAid() {
  return useQuery({
    queryKey: ['gift-aid', 'sums'],
    queryFn: ({ signal }) => call(endpoints.getGiftAid, { signal }),
  });
}

/** The lines of the next claim. */
export function useGiftAidLines() {
  return usePagedList({
    queryKey: ['gift-aid', 'lines'],
    load: (page) => callPage(endpoints.listGiftAidLines, { query: {}, ...page }),
  });
}

/** The declarations of a donor. */
export function useGiftAidOf(id: DonorId) {
  return useQuery({
    queryKey: ['gift-aid', 'donor', id],
    queryFn: ({ signal }) => call(endpoints.listGiftAidDeclarations, { params: { id }, signal }),
  });
}

function useRefreshGiftAid() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['gift-aid'] });
}

type RecordBody = RequestOf<typeof contract.recordGiftAidDeclaration>['body'];

export function useRecordGiftAid(id: DonorId) {
  const refresh = useRefreshGiftAid();
  return useMutation({
    mutationFn: (body: RecordBody) =>
      call(endpoints.recordGiftAidDeclaration, { params: { id }, body }),
    onSuccess: () => notifySuccess('The declaration is recorded.'),
    onSettled: refresh,
  });
}

export function useWithdrawGiftAid() {
  const refresh = useRefreshGiftAid();
  return useMutation({
    mutationFn: ({ id, withdrawnOn }: { id: GiftAidDeclarationId; withdrawnOn: string }) =>
      call(endpoints.withdrawGiftAidDeclaration, { params: { id }, body: { withdrawnOn } }),
    onSettled: refresh,
  });
}

type ClaimBody = RequestOf<typeof contract.markGiftAidClaimed>['body'];

export function useMarkGiftAidClaimed() {
  const refresh = useRefreshGiftAid();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: ClaimBody & { idempotencyKey: string }) =>
      call(endpoints.markGiftAidClaimed, { body, idempotencyKey }),
    onSuccess: () => notifySuccess('The claim is recorded.'),
    onSettled: refresh,
  });
}

export function useUndoGiftAidClaim() {
  const refresh = useRefreshGiftAid();
  return useMutation({
    mutationFn: ({ id, reason }: { id: GiftAidClaimId; reason: string }) =>
      call(endpoints.undoGiftAidClaim, { params: { id }, body: { reason } }),
    onSettled: refresh,
  });
}
