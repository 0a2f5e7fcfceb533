import { useMutation, useQuery } from '@tanstack/react-query';
import type { ExpenseId, FileId, NominationId } from '#contract/ids.ts';
import { formatCents } from '#core/money.ts';
import type { ReceiptKind } from '#core/receipt-kinds.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const expensesKey = (nominationId: NominationId) => ['expenses', nominationId];

/** Every expense of a nomination, undone ones included. */
export function useExpenses(nominationId: NominationId) {
  return useQuery({
    queryKey: expensesKey(nominationId),
    queryFn: ({ signal }) => call(endpoints.listExpenses, { params: { id: nominationId }, signal }),
  });
}

interface NewExpense {
  payee: string;
  paidOn: string;
  amount: number;
  purpose: string;
  receiptKind: ReceiptKind;
  paysCardCosts: boolean;
  receiptIds: FileId[];
  idempotencyKey: string;
}

export function useRecordExpense(nominationId: NominationId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewExpense) =>
      call(endpoints.recordExpense, { params: { id: nominationId }, body, idempotencyKey }),
    onSuccess: (response) => {
      if (awaitsApproval(response)) return;
      notifySuccess(`Expense of ${formatCents(response.amount)} recorded`);
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

export function useUndoExpense() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ id, reason, idempotencyKey }: Reason & { id: ExpenseId }) =>
      call(endpoints.undoExpense, { params: { id }, body: { reason }, idempotencyKey }),
    onSuccess: (response) => {
      if (awaitsApproval(response)) return;
      notifySuccess(`Expense of ${formatCents(response.amount)} undone`);
      return refresh();
    },
    onError: refresh,
  });
}

export function useReleaseLeftovers(nominationId: NominationId) {
  const refresh = useRefreshMoney();
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
