import { Checkbox, NativeSelect } from '@mantine/core';
import type { NominationId, UserId } from '#contract/ids.ts';
import type * as contract from '#contract/volunteers/volunteers.ts';
import { offerStates, offerStateWords } from '#core/volunteers/offer-states.ts';
import { useMay } from '#web/admin/client/session.ts';
import { FilterChecks, FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { useVolunteerChoices } from '#web/admin/volunteers/use-volunteer-choices.ts';
import { readId } from '#web/client/paths.ts';

interface VolunteerFilters {
  search: string;
  state: (typeof contract.volunteerStateFilters)[number] | '';
  assignedToId: UserId | '';
  nominationId: NominationId | '';
  isUnconfirmed: boolean;
  order: (typeof contract.volunteerOrders)[number];
}

const stateChoices: { value: VolunteerFilters['state']; label: string }[] = [
  { value: '', label: 'All states' },
  { value: 'open', label: 'Not finished' },
  ...offerStates.map((state) => ({ value: state, label: offerStateWords[state].name })),
];
const orders: { value: VolunteerFilters['order']; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'hours', label: 'Most hours first' },
];

/** The filters from the address, with defaults. */
export function readVolunteerFilters(query: URLSearchParams): VolunteerFilters {
  return {
    search: query.get('search') ?? '',
    state: stateChoices.find(({ value }) => value === query.get('state'))?.value ?? '',
    assignedToId: readId<UserId>(query.get('assignedToId')) ?? '',
    nominationId: readId<NominationId>(query.get('nominationId')) ?? '',
    isUnconfirmed: query.get('isUnconfirmed') === 'true',
    order: orders.find(({ value }) => value === query.get('order'))?.value ?? 'newest',
  };
}

/** The filters as parameters of the call, which an export takes, too. */
export function volunteerQuery(filters: VolunteerFilters) {
  const { search, state, assignedToId, nominationId, isUnconfirmed, order } = filters;
  return {
    search: search || undefined,
    state: state || undefined,
    assignedToId: assignedToId || undefined,
    nominationId: nominationId || undefined,
    isUnconfirmed: isUnconfirmed ? ('true' as const) : undefined,
    order,
  };
}

export function VolunteerFilterPanel() {
  const { query, set } = useQueryState();
  const filters = readVolunteerFilters(query);
  const mayFind = useMay('contacts.read');
  const choices = useVolunteerChoices();
  return (
    <FilterPanel>
      {mayFind && (
        <FilterText
          label="Find a volunteer"
          description="Part of a name, an email address, or a phone number"
          type="search"
          maxLength={200}
          value={filters.search}
          onChange={(text) => set({ search: text })}
        />
      )}
      <NativeSelect
        label="State"
        value={filters.state}
        data={stateChoices}
        onChange={(event) => set({ state: event.currentTarget.value })}
      />
      {choices.data && (
        <>
          <NativeSelect
            label="Assigned to"
            value={filters.assignedToId}
            data={[
              { value: '', label: 'All' },
              ...choices.data.colleagues.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => set({ assignedToId: event.currentTarget.value })}
          />
          <NativeSelect
            label="Need"
            value={filters.nominationId}
            data={[
              { value: '', label: 'All needs' },
              ...choices.data.needs.map(({ id, nominee }) => ({ value: id, label: nominee })),
            ]}
            onChange={(event) => set({ nominationId: event.currentTarget.value })}
          />
        </>
      )}
      <NativeSelect
        label="Order"
        value={filters.order}
        data={orders}
        onChange={({ currentTarget: { value } }) =>
          set({ order: value === 'newest' ? null : value })
        }
      />
      <FilterChecks>
        <Checkbox
          label="Only with hours to confirm"
          checked={filters.isUnconfirmed}
          onChange={({ currentTarget: { checked } }) =>
            set({ isUnconfirmed: checked ? 'true' : null })
          }
        />
      </FilterChecks>
    </FilterPanel>
  );
}
