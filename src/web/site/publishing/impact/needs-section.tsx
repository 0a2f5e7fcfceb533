import type { NeedListing } from '#contract/documents.ts';
import type { CauseReference } from '#contract/vetting/causes.ts';
import { paths } from '#web/client/paths.ts';
import { needWords } from '#web/shared/need-marks.tsx';
import classes from '#web/site/publishing/impact/needs-section.module.css';
import { NeedList } from '#web/site/publishing/needs/need-list.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { SelectField, TextField } from '#web/site/shared/fields.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';

const states = ['open', 'completed', 'did_not_work_out'] as const;

interface NeedsSectionProps {
  causes: readonly CauseReference[];
  listing: NeedListing;
}

/** The published needs. The address holds the filters, which `src/web/page/filters.ts` applies at each change. */
export function NeedsSection({ causes, listing }: NeedsSectionProps) {
  const { filters, needs, next } = listing;
  const isFiltered = filters.search !== '' || filters.causeId !== '' || filters.state !== '';
  return (
    <ContentSection id="needs" title="Needs">
      <form
        className={classes.filters}
        action={`${paths.impact}#needs`}
        data-submit-on-change=""
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
          <option value="newest">Newest</option>
          <option value="most_missing">Most is missing</option>
          <option value="longest_without_proof">Waits longest for proof</option>
        </SelectField>
        <noscript>
          <Button type="submit" look="plain">
            Apply
          </Button>
        </noscript>
      </form>
      {needs.length === 0 ? <Nothing isFiltered={isFiltered} /> : <NeedList needs={needs} />}
      {next !== null && (
        <ButtonLink className={classes.more ?? ''} look="plain" href={next} rel="next">
          More needs
        </ButtonLink>
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
      {!isFiltered && <ButtonLink href={paths.donate}>Give a donation</ButtonLink>}
    </div>
  );
}
