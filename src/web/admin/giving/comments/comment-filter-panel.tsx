import { NativeSelect } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import { type CommentState, commentStates, commentStateWords } from '#core/giving/comments.ts';
import { periodOf } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FilterDays } from '#web/admin/ui/filter-days.tsx';
import { FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId } from '#web/client/paths.ts';

interface CommentFilters {
  state: CommentState | '';
  causeId: CauseId | '';
  /** Days such as '2026-05-31'. */
  from: string;
  to: string;
}

/** The filters from the address. */
export function readCommentFilters(query: URLSearchParams): CommentFilters {
  return {
    state: commentStates.find((state) => state === query.get('state')) ?? '',
    causeId: readId<CauseId>(query.get('causeId')) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  };
}

/** The filters as parameters of the call, which an export takes, too; empty texts are ignored. */
export function commentQuery({ state, causeId, from, to }: CommentFilters) {
  return { state: state || undefined, causeId: causeId || undefined, ...periodOf(from, to) };
}

export function CommentFilterPanel() {
  const { query, set } = useQueryState();
  const { state, causeId, from, to } = readCommentFilters(query);
  const causes = useEndpoint(endpoints.listCauses);
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
