import { NativeSelect } from '@mantine/core';
import type { CauseId, DonorId } from '#contract/ids.ts';
import type { planOrders, planStateFilters } from '#contract/plans/plans.ts';
import {
  intervalWords,
  type PlanInterval,
  planIntervals,
  planStateWords,
} from '#core/plans/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId } from '#web/client/paths.ts';

/** Filters of the list of recurring donations. */
interface PlanFilters {
  state: (typeof planStateFilters)[number] | '';
  interval: PlanInterval | '';
  causeId: CauseId | '';
  donorId: DonorId | '';
  search: string;
  order: (typeof planOrders)[number];
}

const states: { value: PlanFilters['state'] | 'all'; label: string }[] = [
  { value: 'running', label: 'Running' },
  { value: 'active', label: planStateWords.active },
  { value: 'failing', label: planStateWords.failing },
  { value: 'paused', label: planStateWords.paused },
  { value: 'ending', label: planStateWords.ending },
  { value: 'ended', label: 'Ended or being stopped' },
  { value: 'all', label: 'All states' },
];
const orders: { value: PlanFilters['order']; label: string }[] = [
  { value: 'failing', label: 'Failed payments first' },
  { value: 'next', label: 'Next payment first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'largest', label: 'Largest first' },
];

/** The filters from the address, with defaults: those that run, and the ones that fail on top. */
export function readPlanFilters(query: URLSearchParams): PlanFilters {
  const state = states.find(({ value }) => value === query.get('state'))?.value ?? 'running';
  return {
    state: state === 'all' ? '' : state,
    interval: planIntervals.find((interval) => interval === query.get('interval')) ?? '',
    causeId: readId<CauseId>(query.get('causeId')) ?? '',
    donorId: readId<DonorId>(query.get('donorId')) ?? '',
    search: query.get('search') ?? '',
    order: orders.find(({ value }) => value === query.get('order'))?.value ?? 'failing',
  };
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

export function PlanFilterPanel() {
  const { query, set } = useQueryState();
  const { state, interval, causeId, search, order } = readPlanFilters(query);
  const mayFind = useMay('contacts.read');
  const causes = useEndpoint(endpoints.listCauses);
  return (
    <FilterPanel>
      {mayFind && (
        <FilterText
          label="Find a donor"
          description="Part of a name or an email address"
          type="search"
          maxLength={200}
          value={search}
          onChange={(text) => set({ search: text })}
        />
      )}
      <NativeSelect
        label="State"
        value={state || 'all'}
        data={states}
        onChange={({ currentTarget: { value } }) =>
          set({ state: value === 'running' ? null : value })
        }
      />
      <NativeSelect
        label="How often"
        value={interval}
        data={[
          { value: '', label: 'All' },
          ...planIntervals.map((value) => ({ value, label: intervalWords[value].choice })),
        ]}
        onChange={(event) => set({ interval: event.currentTarget.value })}
      />
      <NativeSelect
        label="Cause"
        value={causeId}
        data={[
          { value: '', label: 'All causes' },
          ...(causes.data ?? []).map((cause) => ({ value: cause.id, label: cause.name })),
        ]}
        onChange={(event) => set({ causeId: event.currentTarget.value })}
      />
      <NativeSelect
        label="Order"
        value={order}
        data={orders}
        onChange={({ currentTarget: { value } }) =>
          set({ order: value === 'failing' ? null : value })
        }
      />
    </FilterPanel>
  );
}
