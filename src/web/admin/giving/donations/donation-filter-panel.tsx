import { Checkbox, NativeSelect } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import { useCauses } from '#web/admin/queries/causes.ts';
import type { DonationFilters } from '#web/admin/queries/donations.ts';
import { FilterChecks, FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId } from '#web/client/paths.ts';

/** The filters from the address, with defaults. */
export function readDonationFilters(query: URLSearchParams): DonationFilters {
  return {
    hideFullyAllocated: query.get('showFullyAllocated') !== 'true',
    causeId: readId<CauseId>(query.get('causeId')) ?? '',
    id: query.get('id') ?? '',
  };
}

export function DonationFilterPanel() {
  const { query, set } = useQueryState();
  const { hideFullyAllocated, causeId, id } = readDonationFilters(query);
  const causes = useCauses();
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
