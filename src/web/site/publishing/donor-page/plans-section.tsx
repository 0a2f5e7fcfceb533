import type { DonorPlan } from '#contract/publishing/donor-page.ts';
import { intervalWords, planStateWords } from '#core/plans/plans.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import classes from '#web/site/publishing/donor-page/donor-view.module.css';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { leaveFor, WorkButton } from '#web/site/shared/work-button.tsx';

interface PlansSectionProps {
  plans: readonly DonorPlan[];
  token: string;
  timeZone: string;
}

/** The recurring donations that have not ended, each with the way to its own page. */
export function PlansSection({ plans, token, timeZone }: PlansSectionProps) {
  return (
    <ContentSection title="Recurring Donations">
      <ul className="list" aria-label="Your recurring donations">
        {plans.map((plan) => (
          <PlanItem key={plan.id} plan={plan} token={token} timeZone={timeZone} />
        ))}
      </ul>
    </ContentSection>
  );
}

function PlanItem({ plan, token, timeZone }: { plan: DonorPlan; token: string; timeZone: string }) {
  const { id, amount, cover, interval, cause } = plan;
  const open = async () =>
    leaveFor((await call(endpoints.openOnePlan, { body: { token, planId: id } })).url);
  return (
    <li className="row gap-8 gap-y-4 pad-y-5 center between lined">
      <div>
        <strong className={`display numbers ${classes.amount}`}>
          {`${formatCents(amount)} every ${intervalWords[interval].every}`}
        </strong>
        <p>{cover === 0 ? cause : `${cause}, and ${formatCents(cover)} for card costs`}</p>
        <p className="soft">{describeState(plan, timeZone)}</p>
      </div>
      <div className="row">
        <WorkButton act={open}>See or change it</WorkButton>
      </div>
    </li>
  );
}

function describeState(
  { state, isBeingStopped, nextChargeAt, pausedUntil }: DonorPlan,
  timeZone: string,
): string {
  if (isBeingStopped) return 'Being stopped';
  if (pausedUntil !== null) return `Paused until ${formatDate(pausedUntil, timeZone)}`;
  return state === 'active' && nextChargeAt !== null
    ? `Next payment on ${formatDate(nextChargeAt, timeZone)}`
    : planStateWords[state];
}
