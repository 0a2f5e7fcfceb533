import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type { AllocationId, DonationId, NominationId } from '#contract/ids.ts';
import type { createAllocations } from '#contract/spending/allocations.ts';
import { formatCents } from '#core/money.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
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
    onSuccess: (response) => {
      if (awaitsApproval(response)) return;
      notifySuccess(`${formatCents(response.amount)} successfully allocated`);
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

/**
 * Which donations would pay for a nomination: for an amount in cents, or for what is missing of its goal if it is
 * undefined. With `donationIds`, only of these. Nothing is loaded without a nomination.
 */
export function useAllocationPlan(
  id: NominationId | null,
  amount: number | undefined,
  donationIds?: DonationId[],
) {
  const chosen = donationIds?.join(',');
  return useQuery({
    // Every allocation changes it.
    queryKey: ['donations', 'plan', id, amount, chosen],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) =>
            call(endpoints.planAllocations, {
              params: { id },
              query: { amount, donationIds: chosen },
              signal,
            }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function useCreateAllocations(id: NominationId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: RequestOf<typeof createAllocations>['body'] & { idempotencyKey: string }) =>
      call(endpoints.createAllocations, { params: { id }, body, idempotencyKey }),
    onSuccess: async (response) => {
      if (awaitsApproval(response)) return;
      notifySuccess(`${formatCents(response.amount)} successfully allocated`);
      await refresh();
    },
    onError: refresh,
  });
}

/** Takes back what was just allocated together. */
export function useUndoAllocations(id: NominationId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ ids, idempotencyKey }: { ids: AllocationId[]; idempotencyKey: string }) =>
      call(endpoints.releaseAllocations, {
        params: { id },
        body: { ids, reason: 'Undone right after it was allocated.' },
        idempotencyKey,
      }),
    onSuccess: ({ amount }) => notifySuccess(`${formatCents(amount)} released`),
    onSettled: refresh,
  });
}
