import { Link } from 'react-router';
import type { DonationId } from '#contract/ids.ts';
import type { NominationSummary } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/platform/money.ts';
import { vettingStateNames } from '#core/vetting/nomination-states.ts';
import { canReceiveFunds, nominationStatus } from '#core/vetting/nomination-status.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { actionsHeading, type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { describeMissing } from '#web/admin/vetting/nominations/goal-detail.tsx';
import { NominationStatusMark } from '#web/admin/vetting/nominations/nomination-status-mark.tsx';
import { useNominationPath } from '#web/admin/vetting/nominations/nominations-filter.ts';
import { readId } from '#web/client/paths.ts';

/** The columns of nominations. */
export const nominationColumns: Columns<NominationSummary> = [
  { header: 'Date', show: (nomination) => <DateAndReference nomination={nomination} /> },
  {
    header: 'Nominee',
    onPhone: 'title',
    value: ({ nominee }) => nominee,
    show: (nomination) => <Nominee nomination={nomination} />,
  },
  { header: 'Cause', value: ({ cause }) => cause.name },
  {
    header: 'Allocated Amount',
    ...mainFigure,
    value: ({ allocatedAmount }) => formatCents(allocatedAmount),
    show: (nomination) => <AllocatedAmount nomination={nomination} />,
  },
  { header: 'Status', show: (nomination) => <StatusAndCheck nomination={nomination} /> },
  { ...actionsHeading, show: (nomination) => <NominationActions nomination={nomination} /> },
];

function Nominee({ nomination: { id, nominee } }: { nomination: NominationSummary }) {
  const pathOf = useNominationPath();
  return <Link to={pathOf(id)}>{nominee}</Link>;
}

function DateAndReference({ nomination }: { nomination: NominationSummary }) {
  return (
    <span className="unbroken">
      {formatDate(nomination.createdAt)}
      <span className="soft smaller block">{nomination.reference}</span>
    </span>
  );
}

function AllocatedAmount({ nomination }: { nomination: NominationSummary }) {
  const { allocatedAmount, goalAmount } = nomination;
  return (
    <>
      {formatCents(allocatedAmount)}
      {goalAmount !== null && (
        <span className="soft smaller block">
          {`of ${formatCents(goalAmount)}, ${describeMissing(nomination)}`}
        </span>
      )}
    </>
  );
}

/** The status, and how far the check of a pending nomination is, once somebody has begun. */
function StatusAndCheck({ nomination }: { nomination: NominationSummary }) {
  const isPending = nominationStatus(nomination) === 'pending';
  return (
    <>
      <NominationStatusMark nomination={nomination} />
      {isPending && nomination.vettingState !== 'new' && (
        <span className="soft smaller block">{vettingStateNames[nomination.vettingState]}</span>
      )}
      {nomination.hasOpenAppeal && <span className="soft smaller block">Appeal to decide</span>}
      {nomination.hasUnreadAnswer && (
        <span className="soft smaller block">Answer not read yet</span>
      )}
    </>
  );
}

function NominationActions({ nomination }: { nomination: NominationSummary }) {
  const { query } = useQueryState();
  const manage = useModal('manage');
  const donationId = readId<DonationId>(query.get('donationId'));
  return (
    <RowActions>
      <OpenButton onClick={() => manage.open(nomination.id)}>Manage</OpenButton>
      {donationId && (
        <IfMay right="allocations.propose">
          <AllocateButton nomination={nomination} donationId={donationId} />
        </IfMay>
      )}
    </RowActions>
  );
}

/** The server refuses impossible allocations; this says so before someone tries. */
function AllocateButton({
  nomination,
  donationId,
}: {
  nomination: NominationSummary;
  donationId: DonationId;
}) {
  const allocate = useModal('allocate');
  const { data: donation } = useEndpoint(endpoints.getDonation, { params: { id: donationId } });
  let reason: string | null = null;
  if (donation === undefined) reason = '';
  else if (nomination.cause.id !== donation.cause.id) reason = 'Different cause';
  else if (!canReceiveFunds(nomination)) reason = 'Not accepted';
  else if (donation.availableAmount <= 0) reason = 'Nothing available';
  return (
    <ReasonedButton size="sm" reason={reason} onClick={() => allocate.open(nomination.id)}>
      Allocate
    </ReasonedButton>
  );
}
