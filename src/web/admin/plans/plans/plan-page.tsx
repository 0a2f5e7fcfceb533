import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { PlanId } from '#contract/ids.ts';
import type { Plan } from '#contract/plans/plans.ts';
import { describeCard, endReasonWords } from '#core/plans/plans.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import {
  describeCover,
  describeFailure,
  describePlan,
} from '#web/admin/plans/plans/describe-plan.ts';
import { HistorySection } from '#web/admin/plans/plans/history-section.tsx';
import { LowerPlanModal } from '#web/admin/plans/plans/lower-plan-modal.tsx';
import { PausePlanModal } from '#web/admin/plans/plans/pause-plan-modal.tsx';
import { PlanDonationsSection } from '#web/admin/plans/plans/plan-donations-section.tsx';
import { PlanMark } from '#web/admin/plans/plans/plan-mark.tsx';
import { ResumePlanModal } from '#web/admin/plans/plans/resume-plan-modal.tsx';
import { StopPlanModal } from '#web/admin/plans/plans/stop-plan-modal.tsx';
import { HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths, readId } from '#web/client/paths.ts';

const back = { to: paths.admin.plans, text: 'Back to Recurring Donations' };

/** Everything about one recurring donation. The address holds the dialogs: `lower`, `pause`, `resume`, and `stop`. */
export default function PlanPage() {
  const { id: idInPath = '' } = useParams();
  const plan = useEndpoint(endpoints.getPlan, { params: { id: readId<PlanId>(idInPath) } });
  usePageTitle(plan.data && describePlan(plan.data));
  if (plan.data) return <Details plan={plan.data} />;
  return (
    <>
      <PageHeader title="Recurring Donation" back={back} />
      <CallState call={plan} failed="This recurring donation could not be loaded." />
    </>
  );
}

function Details({ plan }: { plan: Plan }) {
  const { donor, card, ended, failure, nextChargeAt, pausedUntil, isBeingStopped } = plan;
  const mayChange = useMay('money.write') && ended === null && !isBeingStopped;
  const mayReadTrail = useMay('audit.read');
  return (
    <PageSections>
      <PageHeader title={describePlan(plan)} eyebrow="Recurring Donation" back={back}>
        {mayChange && <Actions plan={plan} />}
      </PageHeader>
      {isBeingStopped && (
        <p role="status">
          This recurring donation is being stopped. The payment provider has not confirmed it yet;
          we ask again until it does.
        </p>
      )}
      {donor === null && <HiddenNote />}
      <DetailList
        rows={{
          State: <PlanMark plan={plan} />,
          Donor: donor && (
            <Link to={paths.donor(donor.id)}>{`${donor.firstName} ${donor.lastName}`}</Link>
          ),
          Anonymous: plan.isAnonymous ? 'Yes' : 'No',
          Cause: plan.cause.name,
          'Added for Card Costs': plan.cover > 0 && describeCover(plan),
          'Failed Payment': failure && describeFailure(plan),
          'Paused Until': pausedUntil !== null && ended === null && formatDate(pausedUntil),
          'Next Payment':
            ended === null && (nextChargeAt === null ? 'None' : formatDate(nextChargeAt)),
          Ended: ended && `${formatDate(ended.at)}: ${endReasonWords[ended.why]}`,
          Began: formatDate(plan.startedAt),
          Card: card && describeCard(card),
        }}
      />
      {mayReadTrail && (
        <p>
          <Link to={paths.auditTrail(plan.id)}>What the team changed, and why</Link>
        </p>
      )}
      <PlanDonationsSection plan={plan} />
      <HistorySection events={plan.events} />
      <TitledSection title="Reference">
        <DetailList
          rows={{
            ID: { copied: plan.id },
            Subscription: { copied: plan.subscriptionId },
            Customer: { copied: plan.customerId },
          }}
        />
      </TitledSection>
      {mayChange && <Modals plan={plan} />}
    </PageSections>
  );
}

/** What the team can do for a donor who asks for it. Only the donor can give more. */
function Actions({ plan: { state } }: { plan: Plan }) {
  const lower = useModal('lower');
  const pause = useModal('pause');
  const resume = useModal('resume');
  const stop = useModal('stop');
  return (
    <PageActions>
      <Button variant="default" onClick={() => lower.open()}>
        Lower the Amount
      </Button>
      {state === 'paused' ? (
        <Button variant="default" onClick={() => resume.open()}>
          Resume
        </Button>
      ) : (
        <Button variant="default" onClick={() => pause.open()}>
          Pause
        </Button>
      )}
      <Button variant="default" color="clay" onClick={() => stop.open()}>
        Stop
      </Button>
    </PageActions>
  );
}

function Modals({ plan }: { plan: Plan }) {
  const lower = useModal('lower');
  const pause = useModal('pause');
  const resume = useModal('resume');
  const stop = useModal('stop');
  return (
    <>
      <LowerPlanModal plan={plan} {...lower.dialog} />
      <PausePlanModal plan={plan} {...pause.dialog} />
      <ResumePlanModal plan={plan} {...resume.dialog} />
      <StopPlanModal plan={plan} {...stop.dialog} />
    </>
  );
}
