import { paths } from '#web/client/paths.ts';
import { ImpactTotals } from '#web/site/publishing/impact/impact-totals.tsx';
import classes from '#web/site/publishing/impact/latest-impact-section.module.css';
import { useImpact } from '#web/site/publishing/impact/queries.ts';
import { NeedList } from '#web/site/publishing/needs/need-list.tsx';
import { useNeeds } from '#web/site/publishing/needs/queries.ts';
import { Container } from '#web/ui/container.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** The totals and the newest needs. Empty before the first donation, or if the totals cannot be loaded. */
export default function LatestImpactSection() {
  const impact = useImpact();
  const needs = useNeeds({ causeId: '', state: '' }, 3);
  const latest = needs.data?.pages[0]?.items ?? [];
  if (!impact.data || impact.data.given === 0) return null;
  return (
    <Container as="section" className={classes.latest}>
      <h2>Impact</h2>
      <ImpactTotals impact={impact.data} />
      {latest.length > 0 && <NeedList needs={latest} />}
      <LinkButton className={classes.more ?? ''} to={paths.impact} variant="outline">
        See our impact
      </LinkButton>
    </Container>
  );
}
