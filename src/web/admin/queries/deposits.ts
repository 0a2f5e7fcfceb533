import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/deposits.ts';
import type { DepositId, DepositLineId } from '#contract/ids.ts';
import type { LineReturn } from '#core/deposits.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

export function useDeposits() {
  return usePagedList({
    queryKey: ['deposits', 'list'],
    load: (page) => callPage(endpoints.listDeposits, { query: {}, ...page }),
  });
}

const detailKey = (id: DepositId) => ['deposits', 'detail', id];

export function useDeposit(id: DepositId) {
  return useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => call(endpoints.getDeposit, { params: { id }, signal }),
  });
}

type Keyed<Body> = Body & { idempotencyKey: string };

export function useAddDeposit() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: Keyed<RequestOf<typeof contract.addDeposit>['body']>) =>
      call(endpoints.addDeposit, { body, idempotencyKey }),
    onSuccess: refresh,
  });
}

export function useSaveDeposit(id: DepositId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (body: RequestOf<typeof contract.saveDeposit>['body']) =>
      call(endpoints.saveDeposit, { params: { id }, body }),
    onSuccess: refresh,
  });
}

export function useDeleteDeposit(id: DepositId) {
  const queryClient = useQueryClient();
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: () => call(endpoints.deleteDeposit, { params: { id } }),
    async onSuccess() {
      // Its page is still there: read again, it would say that there is no such deposit.
      const queryKey = detailKey(id);
      await queryClient.cancelQueries({ queryKey });
      queryClient.removeQueries({ queryKey });
      await refresh();
    },
  });
}

export function useCloseDeposit(id: DepositId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (revision: number) =>
      call(endpoints.closeDeposit, { params: { id }, body: { revision } }),
    onSuccess: refresh,
  });
}

export function useSendDepositBack(id: DepositId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (reason: string) =>
      call(endpoints.sendDepositBack, { params: { id }, body: { reason } }),
    onSettled: refresh,
  });
}

export function useConfirmDeposit(id: DepositId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ revision, idempotencyKey }: Keyed<{ revision: number }>) =>
      call(endpoints.confirmDeposit, { params: { id }, body: { revision }, idempotencyKey }),
    onSuccess: () => notifySuccess('Confirmed. The lines are donations now.'),
    onSettled: refresh,
  });
}

export function useReturnDepositLine() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({
      id,
      idempotencyKey,
      ...body
    }: Keyed<{ id: DepositLineId; how: LineReturn; reason: string }>) =>
      call(endpoints.returnDepositLine, { params: { id }, body, idempotencyKey }),
    onSuccess(response) {
      if (!awaitsApproval(response)) notifySuccess('Recorded. The money has left the donation.');
      return refresh();
    },
  });
}
