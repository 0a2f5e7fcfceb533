import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { planOrders, planStateFilters } from '#contract/giving/plans.ts';
import type { CauseId, DonorId, PlanId } from '#contract/ids.ts';
import type { PlanInterval } from '#core/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Filters of the list of recurring donations. */
export interface PlanFilters {
  state: (typeof planStateFilters)[number] | '';
  interval: PlanInterval | '';
  causeId: CauseId | '';
  donorId: DonorId | '';
  search: string;
  order: (typeof planOrders)[number];
}

/** The same as the parameters of the call, which an export takes, too. */
export function planQuery({ state, interval, causeId, donorId, search, order }: PlanFilters) {
  return {
    state: state || undefined,
    interval: interval || undefined,
    causeId: causeId || undefined,
    donorId: donorId || undefined,
    search: search || undefined,
    order,
  };
}

/** Recurring donations that the filters show. */
export function usePlans(filters: PlanFilters) {
  const query = planQuery(filters);
  return usePagedList({
    queryKey: ['plans', 'list', query],
    load: (page) => callPage(endpoints.listPlans, { query, ...page }),
  });
}

/** One recurring donation with its history. */
export function usePlan(id: PlanId) {
  return useQuery({
    queryKey: ['plans', 'detail', id],
    queryFn: ({ signal }) => call(endpoints.getPlan, { params: { id }, signal }),
  });
}

/** What all recurring donations come to. */
export function usePlanFigures() {
  return useQuery({
    queryKey: ['plans', 'figures'],
    queryFn: ({ signal }) => call(endpoints.getPlanFigures, { signal }),
  });
}

export function useLowerPlan(id: PlanId) {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: (amount: number) => call(endpoints.lowerPlan, { params: { id }, body: { amount } }),
    onSuccess: () => notifySuccess('The amount was lowered'),
    onSettled: refresh,
  });
}

export function usePausePlan(id: PlanId) {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: (until: string) => call(endpoints.pausePlan, { params: { id }, body: { until } }),
    onSuccess: () => notifySuccess('It is paused'),
    onSettled: refresh,
  });
}

export function useResumePlan(id: PlanId) {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: () => call(endpoints.resumePlan, { params: { id } }),
    onSuccess: () => notifySuccess('It goes on'),
    onSettled: refresh,
  });
}

export function useStopPlan(id: PlanId) {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: (reason: string) => call(endpoints.stopPlan, { params: { id }, body: { reason } }),
    onSuccess: ({ isBeingStopped }) =>
      notifySuccess(
        isBeingStopped
          ? 'It is being stopped: we ask the payment provider until it confirms'
          : 'It is stopped',
      ),
    onSettled: refresh,
  });
}

/** Loads again what shows recurring donations. */
function useRefreshPlans() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['plans', 'desk'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    );
}
