import { CausesTable } from '#web/site/publishing/impact/causes-table.tsx';
import { ImpactTotals } from '#web/site/publishing/impact/impact-totals.tsx';
import { NeedsSection } from '#web/site/publishing/impact/needs-section.tsx';
import { useImpact } from '#web/site/publishing/impact/queries.ts';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

export default function ImpactPage() {
  const impact = useImpact();
  const causes = impact.data?.causes.filter(({ given }) => given > 0) ?? [];
  return (
    <ContentPage>
      <header>
        <h1>Impact</h1>
        <ContentLead>
          Every cent of every donation is in one of these places, and the figures add up to the
          total donated.
        </ContentLead>
      </header>
      {impact.isPending && <ProgressRing label="Loading the figures" />}
      {impact.isError && (
        <ErrorNotice
          text="The figures could not be loaded."
          onRetry={() => void impact.refetch()}
        />
      )}
      {impact.isSuccess && <ImpactTotals impact={impact.data} />}
      {causes.length > 0 && (
        <ContentSection title="By cause">
          <CausesTable causes={causes} />
        </ContentSection>
      )}
      <NeedsSection causes={impact.data?.causes ?? []} />
    </ContentPage>
  );
}
