import { useMutation } from '@tanstack/react-query';
import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import { formatCents } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

export function useCreateAllocation() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: {
      amount: number;
      donationId: DonationId;
      nominationId: NominationId;
      isBeyondGoalMeant?: boolean;
      idempotencyKey: string;
    }) => call(endpoints.createAllocation, { body, idempotencyKey }),
    onSuccess: ({ amount }) => {
      notifySuccess(`${formatCents(amount)} successfully allocated`);
      return refresh();
    },
    // A refusal usually means that the screen was out of date.
    onError: refresh,
  });
}

export function useReleaseAllocation() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      id,
      reason,
      idempotencyKey,
    }: {
      id: AllocationId;
      reason: string;
      idempotencyKey: string;
    }) => call(endpoints.releaseAllocation, { params: { id }, body: { reason }, idempotencyKey }),
    onSuccess: ({ amount }) => {
      notifySuccess(`${formatCents(amount)} released`);
      return refresh();
    },
  });
}

export function useReplaceAllocation() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      id,
      idempotencyKey,
      ...body
    }: {
      id: AllocationId;
      amount: number;
      donationId: DonationId;
      reason: string;
      idempotencyKey: string;
    }) => call(endpoints.replaceAllocation, { params: { id }, body, idempotencyKey }),
    onSuccess: ({ amount }) => {
      notifySuccess(`${formatCents(amount)} moved to the other donation`);
      return refresh();
    },
    onError: refresh,
  });
}
