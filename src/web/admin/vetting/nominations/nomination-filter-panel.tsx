import { Checkbox, NativeSelect } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import {
  type VettingState,
  vettingStateNames,
  vettingStates,
} from '#core/vetting/nomination-states.ts';
import { type NominationStatus, nominationStatuses } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FilterChecks, FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId } from '#web/client/paths.ts';

/** Filters of the list of nominations. */
export interface NominationFilters {
  statuses: NominationStatus[];
  nominee: string;
  causeId: CauseId | '';
  id: string;
  /** How far the check of a pending nomination is; empty for any. */
  vettingState: VettingState | '';
  hasUnreadAnswer: boolean;
  /** What somebody of the team has to see to; empty for any. */
  waitsFor: 'appeal' | 'consent' | '';
}

/** The same as the parameters of the call, which an export takes, too. */
export function nominationQuery({
  statuses,
  nominee,
  causeId,
  id,
  vettingState,
  hasUnreadAnswer,
  waitsFor,
}: NominationFilters) {
  return {
    status: statuses.join(','),
    nominee: nominee || undefined,
    causeId: causeId || undefined,
    id: id || undefined,
    vettingState: vettingState || undefined,
    hasUnreadAnswer: hasUnreadAnswer ? ('true' as const) : undefined,
    waitsFor: waitsFor || undefined,
  };
}

/** The statuses, and whether each is shown at first. */
const statusFilters: Record<NominationStatus, { label: string; isDefault: boolean }> = {
  pending: { label: 'Show Pending', isDefault: true },
  accepted: { label: 'Show Accepted', isDefault: true },
  rejected: { label: 'Show Rejected', isDefault: false },
  completed: { label: 'Show Completed', isDefault: false },
};

/** What a nomination can wait for, beyond its first decision. */
const waiting = [
  { value: 'appeal', label: 'A decision on an appeal' },
  { value: 'consent', label: 'Something about consent' },
] as const;

function isShown(query: URLSearchParams, status: NominationStatus): boolean {
  const choice = query.get(status);
  return choice === null ? statusFilters[status].isDefault : choice === 'true';
}

/** The filters from the address, with defaults. */
export function readNominationFilters(query: URLSearchParams): NominationFilters {
  return {
    statuses: nominationStatuses.filter((status) => isShown(query, status)),
    nominee: query.get('nominee') ?? '',
    causeId: readId<CauseId>(query.get('causeId')) ?? '',
    id: query.get('id') ?? '',
    vettingState: vettingStates.find((state) => state === query.get('check')) ?? '',
    hasUnreadAnswer: query.get('answers') === 'unread',
    waitsFor: waiting.find(({ value }) => value === query.get('waitsFor'))?.value ?? '',
  };
}

export function NominationFilterPanel() {
  const { query, set } = useQueryState();
  const filters = readNominationFilters(query);
  const causes = useEndpoint(endpoints.listCauses);
  return (
    <FilterPanel>
      <FilterText
        label="Nominee"
        value={filters.nominee}
        onChange={(nominee) => set({ nominee })}
      />
      <NativeSelect
        label="Cause"
        value={filters.causeId}
        data={[
          { value: '', label: 'All causes' },
          ...(causes.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => set({ causeId: event.currentTarget.value })}
      />
      <NativeSelect
        label="Check"
        value={filters.vettingState}
        data={[
          { value: '', label: 'Any' },
          ...vettingStates.map((state) => ({ value: state, label: vettingStateNames[state] })),
        ]}
        onChange={(event) => set({ check: event.currentTarget.value })}
      />
      <NativeSelect
        label="Waiting for"
        value={filters.waitsFor}
        data={[{ value: '', label: 'Any' }, ...waiting]}
        onChange={(event) => set({ waitsFor: event.currentTarget.value })}
      />
      <FilterText label="ID" value={filters.id} onChange={(id) => set({ id })} />
      <FilterChecks>
        {nominationStatuses.map((status) => {
          const { label, isDefault } = statusFilters[status];
          return (
            <Checkbox
              key={status}
              label={label}
              checked={isShown(query, status)}
              onChange={({ currentTarget: { checked } }) =>
                set({ [status]: checked === isDefault ? null : String(checked) })
              }
            />
          );
        })}
        <Checkbox
          label="Only Unread Answers"
          checked={filters.hasUnreadAnswer}
          onChange={({ currentTarget: { checked } }) => set({ answers: checked ? 'unread' : null })}
        />
      </FilterChecks>
    </FilterPanel>
  );
}
