import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { PlanId } from '#contract/ids.ts';
import type { Plan, PlanEvent } from '#contract/plans/plans.ts';
import { describeCard, endReasonWords, planEventWords } from '#core/plans/plans.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate, formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import {
  describeCover,
  describeFailure,
  describePlan,
} from '#web/admin/plans/plans/describe-plan.ts';
import { LowerPlanModal } from '#web/admin/plans/plans/lower-plan-modal.tsx';
import { PausePlanModal } from '#web/admin/plans/plans/pause-plan-modal.tsx';
import { PlanDonationsSection } from '#web/admin/plans/plans/plan-donations-section.tsx';
import { PlanMark } from '#web/admin/plans/plans/plan-mark.tsx';
import classes from '#web/admin/plans/plans/plan-page.module.css';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { HiddenNote } from '#web/admin/shared/contact-details.tsx';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

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

/** Ends a pause. */
function ResumePlanModal({ plan, ...dialog }: DialogProps & { plan: Plan }) {
  const resume = useSend(endpoints.resumePlan, { said: 'It goes on' });
  return (
    <ConfirmModal
      {...dialog}
      title="Resume"
      text="The pause ends now, and the next payment is charged when it is due. Resume it only if the donor has asked for it. They get an email about it."
      action="Resume"
      onConfirm={() => resume.mutateAsync({ params: { id: plan.id } })}
    />
  );
}

/** Ends a recurring donation for good. */
function StopPlanModal({ plan, ...dialog }: DialogProps & { plan: Plan }) {
  return (
    <ReasonModal
      {...dialog}
      title="Stop"
      text="Nothing is charged anymore, and an overdue payment is given up. It cannot be started again: only the donor can begin a new one. They get an email about it, without your reason."
      action="Stop for Good"
      hint="Kept in the audit trail, for the team only."
      to={endpoints.stopPlan}
      params={{ id: plan.id }}
      said={({ isBeingStopped }) =>
        isBeingStopped
          ? 'It is being stopped: we ask the payment provider until it confirms'
          : 'It is stopped'
      }
    />
  );
}

/** What happened to a recurring donation, the latest first. */
function HistorySection({ events }: { events: PlanEvent[] }) {
  return (
    <TitledSection title="History">
      <ol className={`list grid gap-3 ${classes.history}`} aria-label="History" reversed>
        {events.toReversed().map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <p>
              <strong>{planEventWords[event.kind]}</strong>
              {event.until !== null && ` until ${formatDate(event.until)}`}
              {event.why !== '' && `: ${event.why}`}
            </p>
            <p className="soft">{`${formatMoment(event.at)}, by ${event.by}. ${describePlan(event)} for ${event.cause}${event.cover === 0 ? '' : `, and ${formatCents(event.cover)} for card costs`}.`}</p>
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}
