import { useImpact } from '#web/site/publishing/impact/queries.ts';
import { TotalsTable } from '#web/features/impact/totals-table.tsx';
import { useNeeds } from '#web/site/publishing/needs/queries.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/impact.module.css';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NeedList } from '#web/site/publishing/needs/need-list.tsx';

/** The totals and the newest needs. Nothing as long as nobody has given, or when it cannot be loaded. */
export default function LatestImpactTable() {
  const impact = useImpact();
  const needs = useNeeds({ causeId: '', state: '' }, 3);
  const latest = needs.data?.pages[0]?.items ?? [];
  if (!impact.data || impact.data.given === 0) return null;
  return (
    <section className={`page ${classes.latest}`}>
      <h2>Where the money is</h2>
      <TotalsTable impact={impact.data} />
      {latest.length > 0 && <NeedList needs={latest} />}
      <LinkButton className={classes.more ?? ''} to={paths.impact} variant="outline">
        See what gifts did
      </LinkButton>
    </section>
  );
}
