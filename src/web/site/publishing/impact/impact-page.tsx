import type { Impact, NeedListing } from '#contract/documents.ts';
import { describeWork } from '#core/platform/working-time.ts';
import { CommentsSection } from '#web/site/publishing/comments/comments-section.tsx';
import { CardCostsSection } from '#web/site/publishing/impact/card-costs-section.tsx';
import { CausesTable } from '#web/site/publishing/impact/causes-table.tsx';
import { ImpactTotals } from '#web/site/publishing/impact/impact-totals.tsx';
import { NeedsSection } from '#web/site/publishing/impact/needs-section.tsx';
import { ThingsSection } from '#web/site/publishing/impact/things-section.tsx';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';

interface ImpactPageProps {
  impact: Impact;
  listing: NeedListing;
  /** The name of the charity. */
  charity: string;
}

/** The public page about impact: where all money is, and the published needs. */
export function ImpactPage({ impact, listing, charity }: ImpactPageProps) {
  const causes = impact.causes.filter(({ given }) => given > 0);
  return (
    <ContentPage>
      <header>
        <h1>Where the Money Goes</h1>
        <ContentLead>
          Every cent of every donation is in one of these places, and the figures add up to the
          total donated.
        </ContentLead>
        {/* On a phone, the list is several screens away. */}
        {listing.needs.length > 0 && (
          <p>
            <a href="#needs">Find a need</a>
          </p>
        )}
      </header>
      <ImpactTotals impact={impact} />
      <CardCostsSection cardCosts={impact.cardCosts} charity={charity} />
      {impact.worked && (
        <ContentSection title="Time given">
          <p>
            {`Besides money, needs were helped with time: ${describeWork(impact.worked)}. The page of each need has its own share. Time is never counted as money.`}
          </p>
        </ContentSection>
      )}
      <ThingsSection things={impact.things} />
      {causes.length > 0 && (
        <ContentSection title="By cause">
          <CausesTable causes={causes} />
        </ContentSection>
      )}
      <CommentsSection comments={impact.comments} namesCause />
      <NeedsSection causes={impact.causes} listing={listing} />
    </ContentPage>
  );
}
