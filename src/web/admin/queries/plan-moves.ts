import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CauseId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Where the recurring donations of a cause are going. */
export function usePlanMove(id: CauseId) {
  return useQuery({
    queryKey: ['plans', 'move', id],
    queryFn: ({ signal }) => call(endpoints.getPlanMove, { params: { id }, signal }),
  });
}

export function useMovePlans(id: CauseId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (toCauseId: CauseId) =>
      call(endpoints.movePlans, { params: { id }, body: { toCauseId } }),
    onSuccess: () => notifySuccess('Each donor gets an email now'),
    onSettled: () => client.invalidateQueries({ queryKey: ['plans'] }),
  });
}

export function useCancelPlanMove(id: CauseId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.cancelPlanMove, { params: { id } }),
    onSuccess: () => notifySuccess('They stay, and each donor gets an email'),
    onSettled: () => client.invalidateQueries({ queryKey: ['plans'] }),
  });
}
