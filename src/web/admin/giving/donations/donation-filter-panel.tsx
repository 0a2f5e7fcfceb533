import { Checkbox, NativeSelect } from '@mantine/core';
import type { DonationOrder } from '#contract/giving/donations.ts';
import type { CauseId, DonorId, PlanId } from '#contract/ids.ts';
import { periodOf } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FilterDays } from '#web/admin/ui/filter-days.tsx';
import { FilterChecks, FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId } from '#web/client/paths.ts';

/** Filters of the list of donations. */
export interface DonationFilters {
  hideFullyAllocated: boolean;
  causeId: CauseId | '';
  id: string;
  donorId: DonorId | '';
  planId: PlanId | '';
  /** First and last day, as `yyyy-mm-dd`. */
  from: string;
  to: string;
  order: DonationOrder;
}

const orders: { value: DonationOrder; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
];

/** The filters from the address, with defaults. */
export function readDonationFilters(query: URLSearchParams): DonationFilters {
  return {
    hideFullyAllocated: query.get('showFullyAllocated') !== 'true',
    causeId: readId<CauseId>(query.get('causeId')) ?? '',
    id: query.get('id') ?? '',
    donorId: readId<DonorId>(query.get('donorId')) ?? '',
    planId: readId<PlanId>(query.get('planId')) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    order: orders.find(({ value }) => value === query.get('order'))?.value ?? 'newest',
  };
}

/** The same as the parameters of the call, which an export takes, too. */
export function donationQuery(filters: DonationFilters) {
  const { hideFullyAllocated, causeId, id, donorId, planId, from, to, order } = filters;
  return {
    hideFullyAllocated: hideFullyAllocated ? ('true' as const) : undefined,
    causeId: causeId || undefined,
    id: id || undefined,
    donorId: donorId || undefined,
    planId: planId || undefined,
    ...periodOf(from, to),
    order,
  };
}

export function DonationFilterPanel() {
  const { query, set } = useQueryState();
  const { hideFullyAllocated, causeId, id, from, to, order } = readDonationFilters(query);
  const causes = useEndpoint(endpoints.listCauses);
  return (
    <FilterPanel>
      <NativeSelect
        label="Cause"
        value={causeId}
        data={[
          { value: '', label: 'All causes' },
          ...(causes.data ?? []).map((cause) => ({ value: cause.id, label: cause.name })),
        ]}
        onChange={(event) => set({ causeId: event.currentTarget.value })}
      />
      <FilterText label="ID" value={id} onChange={(text) => set({ id: text })} />
      <FilterDays from={from} to={to} onChange={set} />
      <NativeSelect
        label={query.has('nominationId') ? 'Order (those that fit come first)' : 'Order'}
        value={order}
        data={orders}
        onChange={({ currentTarget: { value } }) =>
          set({ order: value === 'newest' ? null : value })
        }
      />
      <FilterChecks>
        <Checkbox
          label="Show Fully Allocated"
          checked={!hideFullyAllocated}
          onChange={({ currentTarget: { checked } }) =>
            set({ showFullyAllocated: checked ? 'true' : null })
          }
        />
      </FilterChecks>
    </FilterPanel>
  );
}
