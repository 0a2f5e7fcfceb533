import { useMutation } from '@tanstack/react-query';
import type { DonationId } from '#contract/ids.ts';
import { formatCents } from '#core/money.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call } from '#web/client/api-client.ts';
import { notifyError, notifySuccess } from '#web/ui/notify.ts';

export function useCreateRefund() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      id,
      idempotencyKey,
      ...body
    }: {
      id: DonationId;
      amount: number;
      reason: string;
      stopsPlan: boolean;
      idempotencyKey: string;
    }) => call(endpoints.createRefund, { params: { id }, body, idempotencyKey }),
    onSuccess: (response) => {
      if (awaitsApproval(response)) return;
      const { amount, status } = response;
      if (status === 'failed') notifyError(`The refund of ${formatCents(amount)} failed`);
      else notifySuccess(`${formatCents(amount)} refunded`);
      return refresh();
    },
    // A failure adds a line to the list of refunds, too.
    onError: refresh,
  });
}
