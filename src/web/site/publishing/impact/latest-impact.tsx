import type { Impact } from '#contract/documents.ts';
import type { NeedSummary } from '#contract/publishing/needs.ts';
import { paths } from '#web/client/paths.ts';
import { ImpactTotals } from '#web/site/publishing/impact/impact-totals.tsx';
import classes from '#web/site/publishing/impact/latest-impact.module.css';
import { NeedList } from '#web/site/publishing/needs/need-list.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

/** The totals and the newest needs. Empty before the first donation. */
export function LatestImpact({ impact, needs }: { impact: Impact; needs: NeedSummary[] }) {
  if (impact.given === 0) return null;
  return (
    <Container as="section" className={classes.latest}>
      <h2>Where the money goes</h2>
      <ImpactTotals impact={impact} />
      {needs.length > 0 && <NeedList needs={needs} />}
      <ButtonLink className={classes.more ?? ''} href={paths.impact} look="outline">
        See where the money goes
      </ButtonLink>
    </Container>
  );
}
