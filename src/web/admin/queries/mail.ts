import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { DeadMailId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** The emails that could not be sent. */
export function useDeadMails() {
  return usePagedList({
    queryKey: ['mail', 'list'],
    load: (page) => callPage(endpoints.listDeadMails, { query: {}, ...page }),
  });
}

const mailStatusQuery = queryOptions({
  queryKey: ['mail', 'status'],
  queryFn: ({ signal }) => call(endpoints.getMailStatus, { signal }),
});

export function useMailStatus() {
  return useQuery(mailStatusQuery);
}

/**
 * Says that an email was sent: `notifyMailed(queryClient, 'The receipt', 'is on its way to the donor')`. While all
 * email is paused, says that it waits.
 */
export async function notifyMailed(
  queryClient: QueryClient,
  mail: string,
  outcome: string,
): Promise<void> {
  // It was queued, even if nobody can tell at this moment whether email is paused.
  const status = await queryClient.fetchQuery(mailStatusQuery).catch(() => null);
  notifySuccess(
    !status?.paused
      ? `${mail} ${outcome}`
      : `All email is paused. ${mail} leaves once it is resumed.`,
  );
}

/** Also after a refusal, which means that the screen was out of date. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['mail'] });
}

export function useResendMail() {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: { id: DeadMailId; recipient: string }) =>
      call(endpoints.resendMail, { params: { id } }),
    onSuccess: (_, { recipient }) =>
      notifyMailed(queryClient, `The email to ${recipient}`, 'is on its way again'),
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

export function useSendWaitingMail() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call(endpoints.sendWaitingMail, {}),
    onSuccess: () => notifySuccess('Waiting email is being sent'),
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
