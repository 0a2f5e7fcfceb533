import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { PlanFigures } from '#contract/plans/plans.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/plans/plans/plan-figures-section.module.css';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

// With the library that draws them, which nothing else needs.
const PlanCharts = lazy(() => import('#web/admin/plans/plans/plan-charts.tsx'));

/** What all recurring donations come to, and what became of them by month. */
export function PlanFiguresSection() {
  const figures = useEndpoint(endpoints.getPlanFigures);
  return (
    <TitledSection title="Figures">
      <CallError call={figures} failed="The figures could not be loaded." />
      {!figures.isLoadingError && (
        <div className={classes.room}>
          {figures.data ? (
            <>
              <Figures figures={figures.data} />
              <Suspense fallback={<ProgressRing />}>
                <PlanCharts months={figures.data.months} />
              </Suspense>
            </>
          ) : (
            <ProgressRing />
          )}
        </div>
      )}
    </TitledSection>
  );
}

function Figures({ figures: { states, yearlyAmount, expected } }: { figures: PlanFigures }) {
  const others = [
    [states.paused, 'paused'],
    [states.ending, 'ending'],
    [states.ended, 'ended or being stopped'],
  ] as const;
  return (
    <dl className={`grid gap-8 gap-y-5 below-8 ${classes.figures}`}>
      <div>
        <dt>Yearly Value</dt>
        <dd className={classes.number}>{formatCents(yearlyAmount)}</dd>
        <dd>
          {`Of those that are active or whose payment failed, without what is added for card costs. ${describeMonth(yearlyAmount)}`}
        </dd>
      </div>
      <div>
        <dt>Expected in the Next 30 Days</dt>
        <dd className={classes.number}>{formatCents(expected.amount)}</dd>
        <dd>{`In ${countOf(expected.payments, 'payment')}, without those that failed and without card costs.`}</dd>
      </div>
      <div>
        <dt>Active</dt>
        <dd className={classes.number}>{formatCount(states.active)}</dd>
        <dd>{`${others.map(([count, words]) => `${formatCount(count)} ${words}`).join(', ')}.`}</dd>
      </div>
      <div>
        <dt>Payment Failed</dt>
        <dd className={classes.number}>{formatCount(states.failing)}</dd>
        <dd>
          {states.failing === 0 ? (
            'No payment is overdue.'
          ) : (
            <Link to={paths.failingPlans}>Show why, and when they are tried again</Link>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** A twelfth, which is for display alone: it may fall between two cents. */
function describeMonth(yearlyAmount: number): string {
  const about = yearlyAmount % 12 === 0 ? '' : 'about ';
  return `That is ${about}${formatCents(Math.round(yearlyAmount / 12))} a month.`;
}
