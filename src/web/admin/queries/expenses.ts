import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCents } from '#core/money.ts';
import type { ProofKind } from '#core/proof-kinds.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { useRefreshMoney } from '#web/admin/queries/allocations.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Every payment of a nomination, undone ones included. */
export function useSpendings(nominationId: string) {
  return useQuery({
    queryKey: ['spendings', nominationId],
    queryFn: ({ signal }) =>
      call(endpoints.listSpendings, { params: { id: nominationId }, signal }),
  });
}

function useRefreshSpendings(nominationId: string) {
  const queryClient = useQueryClient();
  const refreshMoney = useRefreshMoney();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['spendings', nominationId] }),
      refreshMoney(),
    ]);
}

interface NewSpending {
  payee: string;
  paidOn: string;
  amount: number;
  purpose: string;
  proof: ProofKind;
  receiptIds: string[];
  idempotencyKey: string;
}

export function useRecordSpending(nominationId: string) {
  const refresh = useRefreshSpendings(nominationId);
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewSpending) =>
      call(endpoints.recordSpending, { params: { id: nominationId }, body, idempotencyKey }),
    onSuccess: ({ amount }) => {
      notifySuccess(`Payment of ${formatCents(amount)} recorded`);
      return refresh();
    },
    // A refusal usually means that the screen was out of date.
    onError: refresh,
  });
}

interface Reason {
  reason: string;
  idempotencyKey: string;
}

export function useUndoSpending(nominationId: string) {
  const refresh = useRefreshSpendings(nominationId);
  return useMutation({
    mutationFn: ({ id, reason, idempotencyKey }: Reason & { id: string }) =>
      call(endpoints.undoSpending, { params: { id }, body: { reason }, idempotencyKey }),
    onSuccess: ({ amount }) => {
      notifySuccess(`Payment of ${formatCents(amount)} undone`);
      return refresh();
    },
    onError: refresh,
  });
}

export function useReleaseLeftovers(nominationId: string) {
  const refresh = useRefreshSpendings(nominationId);
  return useMutation({
    mutationFn: ({ reason, idempotencyKey }: Reason) =>
      call(endpoints.releaseLeftovers, {
        params: { id: nominationId },
        body: { reason },
        idempotencyKey,
      }),
    onSuccess: ({ released }) => {
      notifySuccess(`${formatCents(released)} released`);
      return refresh();
    },
    onError: refresh,
  });
}
