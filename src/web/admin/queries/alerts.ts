import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const alertsKey = ['alerts'];

/** The open alerts, newest first. */
export function useAlerts() {
  return useQuery({
    queryKey: alertsKey,
    queryFn: ({ signal }) => call(endpoints.listAlerts, { signal }),
  });
}

export function useSettleAlert() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: AlertId) => call(endpoints.settleAlert, { params: { id } }),
    onSuccess: () => notifySuccess('Marked as done'),
    // Also after a refusal, which means that the list was out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsKey }),
  });
}
