import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { ContactDetails, donorName, HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { ReleaseButton } from '#web/admin/spending/allocations/release-button.tsx';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { actionsHeading, type Columns, mainFigure, PlainTable } from '#web/admin/ui/data-table.tsx';
import { DetailList, DetailSection, DetailText } from '#web/admin/ui/detail-list.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import {
  describeMail,
  useUndoDecision,
} from '#web/admin/vetting/decisions/use-nomination-action.ts';
import { goalRow } from '#web/admin/vetting/nominations/goal-detail.tsx';
import { MissingSteps } from '#web/admin/vetting/nominations/missing-steps.tsx';
import { NominationActions } from '#web/admin/vetting/nominations/nomination-actions.tsx';
import classes from '#web/admin/vetting/nominations/nomination-details.module.css';
import type { NominationPlace } from '#web/admin/vetting/nominations/nomination-dialogs.tsx';
import { NominationStatusMark } from '#web/admin/vetting/nominations/nomination-status-mark.tsx';
import { useNominationPath } from '#web/admin/vetting/nominations/nominations-filter.ts';
import { RequestDetails } from '#web/admin/vetting/nominations/request-details.tsx';
import { Money } from '#web/shared/money.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

/** What there is about a nomination: what the form said, its status, and its money. */
export function NominationDetails({ nomination }: { nomination: Nomination }) {
  const pathOf = useNominationPath();
  const goal = useModal('manage.goal');
  return (
    <>
      <WaitingRequests about={nomination.id} />
      <DetailList
        heading={{ Nominee: nomination.nominee }}
        rows={{
          Status: <StatusWithUndo nomination={nomination} />,
          Cause: nomination.cause.name,
          'Allocated Funds': (
            <strong>
              <Money cents={nomination.allocatedAmount} />
            </strong>
          ),
          Goal: goalRow(nomination, () => goal.open()),
          Date: formatDate(nomination.createdAt),
        }}
      />
      <Submitted nomination={nomination} />
      <DetailSection title="Donors">
        <DonorsTable nomination={nomination} over="manage." />
      </DetailSection>
      <DetailSection title="Reference">
        <DetailList
          rows={{ Reference: { copied: nomination.reference }, ID: { copied: nomination.id } }}
        />
      </DetailSection>
      {nomination.hasOpenAppeal && (
        <p>
          Somebody has appealed against the rejection.{' '}
          <Link to={`${pathOf(nomination.id)}#decisions`}>Read the appeal and decide about it</Link>
        </p>
      )}
      <MissingSteps nomination={nomination} />
      <NominationActions key={nomination.id} nomination={nomination} />
    </>
  );
}

/** The status, and the way back from the last decision. */
export function StatusWithUndo({ nomination }: { nomination: Nomination }) {
  return (
    <>
      <NominationStatusMark nomination={nomination} />
      <IfMay right="nominations.decide">
        <UndoDecision nomination={nomination} />
      </IfMay>
    </>
  );
}

/** What the form said; in one sentence that it is hidden, for whoever may not see any of it, or was erased. */
export function Submitted({ nomination }: { nomination: Nomination }) {
  const { description, erasedAt } = nomination;
  if (erasedAt !== null) {
    return (
      <p>{`The personal data of this nomination was erased on ${formatDate(erasedAt)}. The nomination itself stays, because it still counts.`}</p>
    );
  }
  if (description === null) {
    return (
      <DetailSection title="Description and Contact Details">
        <HiddenNote />
      </DetailSection>
    );
  }
  return (
    <>
      <DetailSection title="Description">
        <DetailText>{description}</DetailText>
      </DetailSection>
      <RequestDetails nomination={nomination} />
      <ContactDetails person={nomination} />
    </>
  );
}

/** The donors whose money is allocated to a nomination. */
export function DonorsTable({
  nomination: { allocations, isCompleted },
  over,
}: Pick<NominationPlace, 'over'> & { nomination: Nomination }) {
  const mayRelease = useMay('allocations.write') && !isCompleted;
  if (allocations.length === 0) return <p className="soft">There are no donors.</p>;
  return (
    <PlainTable
      label="Donors"
      columns={mayRelease ? releasableDonorColumns(over) : donorColumns}
      items={allocations}
    />
  );
}

type DonorAllocation = Nomination['allocations'][number];

const donorColumns: Columns<DonorAllocation> = [
  {
    header: 'Name',
    onPhone: 'title',
    show: ({ donation }) => (
      <>
        <Link to={paths.manageDonation(donation.id)} title="Show the donation">
          {donorName(donation)}
        </Link>
        {donation.isAnonymous && (
          <div>
            <StatusMark shape="ring" word="Anonymous" />
          </div>
        )}
      </>
    ),
  },
  { header: 'Email Address', show: ({ donation }) => <DonorEmail email={donation.email} /> },
  { header: 'Amount', ...mainFigure, value: ({ amount }) => formatCents(amount) },
  {
    header: 'Volunteer',
    onPhone: 'labeled',
    show: ({ donation }) =>
      donation.isAvailableToVolunteerTime ? (
        <IconCheck size={20} role="img" aria-label="Yes" />
      ) : (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">No</span>
        </>
      ),
  },
];

function DonorEmail({ email }: { email: string | null }) {
  if (email === null) return <span className="soft">Hidden</span>;
  if (isErasedAddress(email)) return <span className="soft">Erased</span>;
  return (
    <span className={classes.email}>
      <EmailText address={email} />
      <CopyButton text={email} what="Email Address" />
    </span>
  );
}

/** The same, with an action while the allocations can be released. */
const releasableDonorColumns = (over: NominationPlace['over']): Columns<DonorAllocation> => [
  ...donorColumns,
  {
    ...actionsHeading,
    show: (allocation) => (
      <RowActions>
        <ReleaseButton allocation={allocation} opens={`${over}release`} />
      </RowActions>
    ),
  },
];

/** When the email about the last decision leaves, and the way back until then. */
function UndoDecision({ nomination }: { nomination: Nomination }) {
  const { id, lastDecision } = nomination;
  const undo = useUndoDecision(id);
  const isOver = useIsOver(lastDecision?.undoableUntil ?? null);
  if (lastDecision === null || isOver) return null;
  return (
    <span className="row gap-y-0 baseline small touchable">
      <span>
        {describeMail(lastDecision)}
        {lastDecision.undoHidesPage && ' Undoing it hides the public page, which is published.'}
      </span>
      <TextButton
        onClick={() =>
          !undo.isPending && undo.mutate({ params: { id }, body: { decisionId: lastDecision.id } })
        }
      >
        Undo
      </TextButton>
    </span>
  );
}

/** Whether a moment is over; draws again when it is. */
function useIsOver(moment: string | null): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setNow(Date.now()), Date.parse(moment) - Date.now());
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== null && Date.parse(moment) <= now;
}
