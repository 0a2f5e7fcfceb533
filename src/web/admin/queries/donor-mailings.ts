import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DonorId, DonorMailingId } from '#contract/ids.ts';
import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const listKey = ['donor-mailings'];

/** Whether some of it is still to leave. */
export function isOpen({ stoppedAt, total, sent, leftOut }: DonorMailing): boolean {
  return stoppedAt === null && sent + leftOut < total;
}

/** The emails to several donors; looked at again every few seconds while one of them leaves. */
export function useDonorMailings() {
  return usePagedList({
    queryKey: listKey,
    load: (page) => callPage(endpoints.listDonorMailings, { query: {}, ...page }),
    refetchInterval: (mailings) => (mailings.some(isOpen) ? 5_000 : false),
  });
}

interface Written {
  subject: string;
  text: string;
}

export function useMailDonors() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: Written & { ids: DonorId[]; idempotencyKey: string }) =>
      call(endpoints.mailDonors, { body, idempotencyKey }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useTryDonorMail() {
  return useMutation({
    mutationFn: (body: Written) => call(endpoints.tryDonorMail, { body }),
    onSuccess: ({ message }) => notifySuccess(message),
  });
}

export function useStopDonorMailing() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: DonorMailingId) => call(endpoints.stopDonorMailing, { params: { id } }),
    onSuccess: ({ sent, total }) =>
      notifySuccess(
        sent === 0
          ? 'Stopped. Nobody got this email.'
          : `Stopped. ${sent} of ${total} donors had got this email.`,
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}
