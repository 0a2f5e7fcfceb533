import { Button, NativeSelect } from '@mantine/core';
import { CausesTable } from '#web/site/publishing/impact/causes-table.tsx';
import { useImpact } from '#web/site/publishing/impact/queries.ts';
import { TotalsTable } from '#web/features/impact/totals-table.tsx';
import { type NeedFilters, useNeeds } from '#web/site/publishing/needs/queries.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/impact.module.css';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NeedList } from '#web/site/publishing/needs/need-list.tsx';
import { needWords } from '#web/shared/need-marks.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

const needsPerPage = 12;

const states: { value: NeedFilters['state']; label: string }[] = [
  { value: '', label: 'Every need' },
  { value: 'open', label: needWords.open },
  { value: 'completed', label: needWords.completed },
  { value: 'did_not_work_out', label: needWords.did_not_work_out },
];

export default function ImpactPage() {
  const impact = useImpact();
  const causes = impact.data?.causes.filter(({ given }) => given > 0) ?? [];
  return (
    <div className={`page ${classes.page}`}>
      <header>
        <h1>Where the money is</h1>
        <p className={classes.lead}>
          Every cent of every gift is in one of these places, and the figures add up to what was
          given.
        </p>
      </header>
      {impact.isPending && <ProgressRing label="Loading the figures" />}
      {impact.isError && (
        <ErrorNotice
          text="The figures could not be loaded."
          onRetry={() => void impact.refetch()}
        />
      )}
      {impact.isSuccess && <TotalsTable impact={impact.data} />}
      {causes.length > 0 && (
        <section className={classes.section}>
          <h2>By cause</h2>
          <CausesTable causes={causes} />
        </section>
      )}
      <Needs causes={impact.data?.causes ?? []} />
    </div>
  );
}

/** The published needs; what they are limited to stands in the address. */
function Needs({ causes }: { causes: { id: string; name: string }[] }) {
  const { query, set } = useQueryState();
  const state = query.get('state');
  const filters: NeedFilters = {
    causeId: query.get('causeId') ?? '',
    state: states.find(({ value }) => value === state)?.value ?? '',
  };
  const needs = useNeeds(filters, needsPerPage);
  const found = needs.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className={classes.section}>
      <h2>What gifts did</h2>
      <div className={classes.filters}>
        <NativeSelect
          label="Cause"
          value={filters.causeId}
          onChange={(event) => set({ causeId: event.currentTarget.value })}
          data={[
            { value: '', label: 'Every cause' },
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
      {needs.isPending && <ProgressRing label="Loading what gifts did" />}
      {needs.isError && (
        <ErrorNotice text="The list could not be loaded." onRetry={() => void needs.refetch()} />
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
    </section>
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
          ? 'Nothing has been published for this choice yet.'
          : 'Nothing has been published yet. As soon as the first need has received help, its receipts and photos appear here.'}
      </p>
      {!isFiltered && <LinkButton to={paths.donate}>Give a donation</LinkButton>}
    </div>
  );
}
