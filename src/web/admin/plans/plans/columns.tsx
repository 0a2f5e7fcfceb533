import { Link } from 'react-router';
import type { PlanSummary } from '#contract/plans/plans.ts';
import { totalOf } from '#core/plans/plan-parts.ts';
import { endReasonWords } from '#core/plans/plans.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { describeFailure, describePlan } from '#web/admin/plans/plans/describe-plan.ts';
import { PlanMark } from '#web/admin/plans/plans/plan-mark.tsx';
import tableClasses from '#web/admin/ui/data-table.module.css';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

/* The columns of recurring donations. */

/** The columns of a list in which the donor is the same in every row. */
export const ownPlanColumns: Columns<PlanSummary> = [
  {
    header: 'Amount',
    onPhone: 'title',
    show: (plan) => (
      <>
        <Link to={paths.plan(plan.id)}>{describePlan(plan)}</Link>
        <Cover plan={plan} />
      </>
    ),
  },
  { header: 'Cause', value: ({ cause }) => cause.name },
  { header: 'State', onPhone: 'aside', show: (plan) => <PlanMark plan={plan} /> },
  {
    header: 'Next Payment',
    onPhone: 'labeled',
    value: ({ nextChargeAt }) => (nextChargeAt === null ? '–' : formatDate(nextChargeAt)),
  },
  { header: 'Remarks', onPhone: 'below', value: describeMore },
];

export const planColumns: Columns<PlanSummary> = [
  {
    header: 'Amount',
    onPhone: 'title',
    show: (plan) => (
      <>
        <Link to={paths.plan(plan.id)}>{describePlan(plan)}</Link>
        <Cover plan={plan} />
        {plan.donor && (
          <Link className={tableClasses.link ?? ''} to={paths.donor(plan.donor.id)}>
            {`${plan.donor.firstName} ${plan.donor.lastName}`}
          </Link>
        )}
        {plan.isAnonymous && (
          <div>
            <StatusMark shape="ring" word="Anonymous" />
          </div>
        )}
      </>
    ),
  },
  ...ownPlanColumns.slice(1),
];

function Cover({ plan: { amount, cover } }: { plan: PlanSummary }) {
  if (cover === 0) return null;
  const total = totalOf({ amountCents: amount, coverCents: cover });
  return <p className="soft">{`${formatCents(total)} with card costs`}</p>;
}

/** What there is to know about a state. */
function describeMore(plan: PlanSummary): string {
  const { ended, failure, pausedUntil, isBeingStopped } = plan;
  if (ended) return `${endReasonWords[ended.why]} on ${formatDate(ended.at)}`;
  if (isBeingStopped) return 'The payment provider has not confirmed it yet.';
  if (failure) return describeFailure(plan);
  return pausedUntil === null ? '' : `Until ${formatDate(pausedUntil)}`;
}
