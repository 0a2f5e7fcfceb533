import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { ApprovalId, SensitiveChangeId } from '#contract/ids.ts';
import type { Approval } from '#contract/people/approvals.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** What waits for a second person, or everything that ever did, newest first. */
export function useApprovals(show: 'waiting' | 'all') {
  return usePagedList({
    queryKey: ['approvals', 'list', show],
    load: (page) => callPage(endpoints.listApprovals, { query: { show }, ...page }),
  });
}

/** One request; loaded only if there is an id. */
export function useApproval(id: ApprovalId | null) {
  return useQuery({
    queryKey: ['approvals', 'detail', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(endpoints.getApproval, { params: { id }, signal }),
  });
}

/** What holds approvals up at the moment. */
export function useHolds() {
  return useQuery({
    queryKey: ['approvals', 'holds'],
    queryFn: ({ signal }) => call(endpoints.listHolds, { signal }),
  });
}

export function useLiftHold() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (id: SensitiveChangeId) => call(endpoints.liftHold, { params: { id } }),
    onSuccess: () => notifySuccess('Lifted. Approvals go on.'),
    onSettled: refresh,
  });
}

export function useApprove() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ id, fingerprint }: Approval) =>
      call(endpoints.approve, { params: { id }, body: { fingerprint } }),
    onSuccess: () => notifySuccess('Approved and done'),
    // Also after a refusal, which the list then shows.
    onSettled: refresh,
  });
}

export function useDecline() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ id, reason }: { id: ApprovalId; reason: string }) =>
      call(endpoints.decline, { params: { id }, body: { reason } }),
    onSuccess: () => notifySuccess('Declined. Whoever asked gets an email with your reason.'),
    onSettled: refresh,
  });
}

export function useWithdraw() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (id: ApprovalId) => call(endpoints.withdraw, { params: { id } }),
    onSuccess: () => notifySuccess('Withdrawn. Nothing was done.'),
    onSettled: refresh,
  });
}
