import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { DonationSummary } from '#contract/giving/donations.ts';
import type { NominationId } from '#contract/ids.ts';
import { formatCents } from '#core/platform/money.ts';
import { canReceiveFunds } from '#core/vetting/nomination-status.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import tableClasses from '#web/admin/ui/data-table.module.css';
import { actionsHeading, type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId } from '#web/client/paths.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** The columns of donations, with marks for what happened to their money. */
export const donationColumns: Columns<DonationSummary> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Amount',
    ...mainFigure,
    show: (donation) => (
      <div>
        {formatCents(donation.amount)}
        <ReturnMark donation={donation} />
      </div>
    ),
  },
  {
    header: 'Available Amount',
    ...figure,
    value: ({ availableAmount }) => formatCents(availableAmount),
  },
  {
    header: 'Cause',
    onPhone: 'title',
    show: (donation) => (
      <>
        {donation.cause.name}
        <BoundMark donation={donation} />
        {donation.donor && (
          <Link className={tableClasses.link ?? ''} to={paths.donor(donation.donor.id)}>
            {`${donation.donor.firstName} ${donation.donor.lastName}`}
          </Link>
        )}
        {donation.isAnonymous && <Mark shape="ring" word="Anonymous" />}
      </>
    ),
  },
  { ...actionsHeading, show: (donation) => <DonationActions donation={donation} /> },
];

/** The only need that the donation may go to; nothing once it is free. */
function BoundMark({ donation: { binding } }: { donation: DonationSummary }) {
  if (binding === null || binding.releasedAt !== null) return null;
  return <Mark shape="ring" word={`For ${binding.nominee} only`} />;
}

/** What else happened to the money; only the worst of it. */
function ReturnMark({ donation }: { donation: DonationSummary }) {
  const { amount, returnedAmount, deficitAmount, isDisputed } = donation;
  if (deficitAmount > 0) {
    return <Mark shape="cross" word={`${formatCents(deficitAmount)} missing`} />;
  }
  if (isDisputed) return <Mark shape="ring" word="Disputed" />;
  if (returnedAmount >= amount) return <Mark shape="dot" word="Returned" />;
  if (returnedAmount > 0) return <Mark shape="dot" word="Returned in part" />;
  return null;
}

function Mark(props: ComponentProps<typeof StatusMark>) {
  return (
    <div className="smaller">
      <StatusMark {...props} />
    </div>
  );
}

function DonationActions({ donation }: { donation: DonationSummary }) {
  const { query } = useQueryState();
  const manage = useModal('manage');
  const nominationId = readId<NominationId>(query.get('nominationId'));
  return (
    <RowActions>
      <OpenButton onClick={() => manage.open(donation.id)}>Details</OpenButton>
      {nominationId && (
        <IfMay right="allocations.propose">
          <AllocateButton donation={donation} nominationId={nominationId} />
        </IfMay>
      )}
    </RowActions>
  );
}

function isBoundElsewhere({ binding }: DonationSummary, nominationId: NominationId): boolean {
  return binding !== null && binding.releasedAt === null && binding.id !== nominationId;
}

/** The server refuses impossible allocations; this says so before someone tries. */
function AllocateButton({
  donation,
  nominationId,
}: {
  donation: DonationSummary;
  nominationId: NominationId;
}) {
  const allocate = useModal('allocate');
  const { data: nomination } = useEndpoint(endpoints.getNomination, {
    params: { id: nominationId },
  });
  let reason: string | null = null;
  if (nomination === undefined) reason = '';
  else if (!canReceiveFunds(nomination)) reason = 'The nomination cannot receive funds';
  else if (nomination.cause.id !== donation.cause.id) reason = 'Different cause';
  else if (isBoundElsewhere(donation, nominationId)) reason = 'Given for another need';
  else if (donation.availableAmount <= 0) reason = 'Nothing available';
  return (
    <ReasonedButton size="sm" reason={reason} onClick={() => allocate.open(donation.id)}>
      Allocate
    </ReasonedButton>
  );
}
