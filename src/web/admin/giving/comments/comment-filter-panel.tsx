import { NativeSelect } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import { commentStates, commentStateWords } from '#core/comments.ts';
import { useCauses } from '#web/admin/queries/causes.ts';
import type { CommentFilters } from '#web/admin/queries/comments.ts';
import { FilterDays } from '#web/admin/ui/filter-days.tsx';
import { FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId } from '#web/client/paths.ts';

/** The filters from the address. */
export function readCommentFilters(query: URLSearchParams): CommentFilters {
  return {
    state: commentStates.find((state) => state === query.get('state')) ?? '',
    causeId: readId<CauseId>(query.get('causeId')) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  };
}

export function CommentFilterPanel() {
  const { query, set } = useQueryState();
  const { state, causeId, from, to } = readCommentFilters(query);
  const causes = useCauses();
  return (
    <FilterPanel>
      <NativeSelect
        label="State"
        value={state}
        data={[
          { value: '', label: 'All states' },
          ...commentStates.map((value) => ({ value, label: commentStateWords[value] })),
        ]}
        onChange={(event) => set({ state: event.currentTarget.value })}
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
      <FilterDays from={from} to={to} onChange={set} />
    </FilterPanel>
  );
}
