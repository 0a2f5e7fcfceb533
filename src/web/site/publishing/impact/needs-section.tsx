import type { NeedFilters, NeedListing } from '#contract/documents.ts';
import type { CauseReference } from '#contract/vetting/causes.ts';
import { paths } from '#web/client/paths.ts';
import { needWords } from '#web/shared/need-marks.tsx';
import classes from '#web/site/publishing/impact/needs-section.module.css';
import { NeedList } from '#web/site/publishing/needs/need-list.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { EmptyState } from '#web/site/shared/empty-state.tsx';
import { SelectField, TextField } from '#web/site/shared/fields.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';

const states = ['open', 'completed', 'did_not_work_out'] as const;

interface NeedsSectionProps {
  causes: readonly CauseReference[];
  listing: NeedListing;
}

/** The published needs. The address holds the filters, see `src/web/page/filters.ts`. */
export function NeedsSection({ causes, listing }: NeedsSectionProps) {
  const { filters, needs, next } = listing;
  return (
    <ContentSection id="needs" title="Needs">
      {(isFiltered(filters) || needs.length > 0) && <Filters causes={causes} filters={filters} />}
      {needs.length === 0 ? <Nothing filters={filters} /> : <NeedList needs={needs} />}
      {next !== null && (
        <ButtonLink className="self-start" look="plain" href={next} rel="next">
          More needs
        </ButtonLink>
      )}
    </ContentSection>
  );
}

function Filters({
  causes,
  filters,
}: Pick<NeedsSectionProps, 'causes'> & { filters: NeedFilters }) {
  return (
    <form
      className={`grid gap-6 gap-y-4 ${classes.filters}`}
      action={`${paths.impact}#needs`}
      data-submit-on-change=""
      // After Back, the fields say what the list shows, not what was picked when the page was left.
      autoComplete="off"
      aria-label="Filter the needs"
    >
      <TextField
        label="Search"
        name="search"
        type="search"
        defaultValue={filters.search}
        placeholder="Name or story"
        autoComplete="off"
      />
      <SelectField label="Cause" name="causeId" defaultValue={filters.causeId}>
        <option value="">All causes</option>
        {causes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Show" name="state" defaultValue={filters.state}>
        <option value="">All needs</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {needWords[state]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Sort by" name="sort" defaultValue={filters.sort}>
        <option value="">Newest</option>
        <option value="most_missing">Most is missing</option>
        <option value="longest_without_proof">Waits longest for proof</option>
      </SelectField>
      <Button type="submit" look="plain">
        Show needs
      </Button>
    </form>
  );
}

function isFiltered({ search, causeId, state }: NeedFilters): boolean {
  return search !== '' || causeId !== '' || state !== '';
}

function Nothing({ filters }: { filters: NeedFilters }) {
  return (
    <EmptyState text={whyNothing(filters)}>
      {isFiltered(filters) ? (
        <ButtonLink look="plain" href={`${paths.impact}#needs`}>
          Show all needs
        </ButtonLink>
      ) : (
        <ButtonLink href={paths.donate}>Give a donation</ButtonLink>
      )}
    </EmptyState>
  );
}

function whyNothing(filters: NeedFilters): string {
  if (filters.search !== '') return 'No need matches your search.';
  if (isFiltered(filters)) return 'Nothing has been published for this selection yet.';
  return 'Nothing has been published yet. Once a need has a public page, it appears here, with its receipts and photos.';
}
