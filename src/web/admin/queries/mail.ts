import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeadMailId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** The emails that could not be sent. */
export function useDeadMails() {
  return useInfiniteQuery({
    queryKey: ['mail', 'list'],
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoints.listDeadMails, { query: { limit: pageSize }, next: pageParam, signal }),
    ...pageByPage,
  });
}

export function useMailStatus() {
  return useQuery({
    queryKey: ['mail', 'status'],
    queryFn: ({ signal }) => call(endpoints.getMailStatus, { signal }),
  });
}

/** Also after a refusal, which means that the screen was out of date. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['mail'] });
}

export function useResendMail() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: { id: DeadMailId; recipient: string }) =>
      call(endpoints.resendMail, { params: { id } }),
    onSuccess: (_, { recipient }) => notifySuccess(`The email to ${recipient} is on its way again`),
    onSettled: refresh,
  });
}

export function useDiscardMail() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, reason }: { id: DeadMailId; reason: string }) =>
      call(endpoints.discardMail, { params: { id }, body: { reason } }),
    onSettled: refresh,
  });
}

export function useResumeMail() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call(endpoints.resumeMail, {}),
    onSuccess: () => notifySuccess('Email has resumed'),
    onSettled: refresh,
  });
}
