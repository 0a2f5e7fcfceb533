import { Button, NativeSelect } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import { paths, readId } from '#web/client/paths.ts';
import { needWords } from '#web/shared/need-marks.tsx';
import classes from '#web/site/publishing/impact/needs-section.module.css';
import { NeedList } from '#web/site/publishing/needs/need-list.tsx';
import { type NeedFilters, useNeeds } from '#web/site/publishing/needs/queries.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

const needsPerPage = 12;

const states: { value: NeedFilters['state']; label: string }[] = [
  { value: '', label: 'All needs' },
  { value: 'open', label: needWords.open },
  { value: 'completed', label: needWords.completed },
  { value: 'did_not_work_out', label: needWords.did_not_work_out },
];

/** The published needs. The address holds the filters. */
export function NeedsSection({ causes }: { causes: { id: CauseId; name: string }[] }) {
  const { query, set } = useQueryState();
  const state = query.get('state');
  const filters: NeedFilters = {
    causeId: readId<CauseId>(query.get('causeId')) ?? '',
    state: states.find(({ value }) => value === state)?.value ?? '',
  };
  const needs = useNeeds(filters, needsPerPage);
  const found = needs.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <ContentSection title="Needs">
      <div className={classes.filters}>
        <NativeSelect
          label="Cause"
          value={filters.causeId}
          onChange={(event) => set({ causeId: event.currentTarget.value })}
          data={[
            { value: '', label: 'All causes' },
            ...causes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <NativeSelect
          label="Show"
          value={filters.state}
          onChange={(event) => set({ state: event.currentTarget.value })}
          data={states}
        />
      </div>
      {needs.isPending && <ProgressRing label="Loading the needs" />}
      {needs.isError && (
        <ErrorNotice text="The needs could not be loaded." onRetry={() => void needs.refetch()} />
      )}
      {needs.isSuccess && found.length === 0 && (
        <Nothing isFiltered={filters.causeId !== '' || filters.state !== ''} />
      )}
      {found.length > 0 && <NeedList needs={found} />}
      {needs.hasNextPage && (
        <Button
          className={classes.more ?? ''}
          variant="default"
          loading={needs.isFetchingNextPage}
          onClick={() => void needs.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </ContentSection>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={classes.nothing}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <path d="M22 14h76v92l-9.500-8-9.500 8-9.500-8-9.500 8-9.500-8-9.500 8-9.500-8-9.500 8Z" />
        <path d="M38 38h44M38 56h44M38 74h24" />
      </svg>
      <p>
        {isFiltered
          ? 'Nothing has been published for this selection yet.'
          : 'Nothing has been published yet. Once the first need has received help, its receipts and photos will appear here.'}
      </p>
      {!isFiltered && <LinkButton to={paths.donate}>Give a donation</LinkButton>}
    </div>
  );
}
