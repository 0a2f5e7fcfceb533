import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Donation } from '#contract/donations.ts';
import { formatDate } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import { ReleaseModal } from '#web/features/allocations/admin/release-modal.tsx';
import { useDonation } from '#web/features/donations/admin/queries.ts';
import { paths } from '#web/paths.ts';
import classes from '#web/styles/admin.module.css';
import { type Columns, PlainTable } from '#web/ui/data-table.tsx';
import { Detail, DetailList, DetailSection } from '#web/ui/detail-list.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Money } from '#web/ui/money.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useQueryState } from '#web/ui/use-query-state.ts';

export function DonationModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  const shownId = useLastValue(id);
  const donation = useDonation(shownId);
  const { query, close } = useQueryState();
  const release = id === null ? null : query.get('release');
  const released = donation.data?.allocations.find((allocation) => allocation.id === release);
  return (
    <>
      <Dialog
        title="Manage Donation"
        opened={id !== null}
        onClose={onClose}
        isBehind={released !== undefined}
      >
        {donation.isPending && <ProgressRing />}
        {donation.isError && (
          <ErrorNotice
            text="This donation could not be loaded."
            onRetry={() => void donation.refetch()}
          />
        )}
        {donation.data && <DonationDetails donation={donation.data} />}
      </Dialog>
      <ReleaseModal allocation={released ?? null} onClose={() => close('release')} />
    </>
  );
}

function DonationDetails({ donation }: { donation: Donation }) {
  return (
    <>
      <DetailList>
        <Detail name="ID" copy={donation.id}>
          {donation.id}
        </Detail>
        <Detail name="Stripe ID" copy={donation.paymentIntentId}>
          {donation.paymentIntentId}
        </Detail>
        <Detail name="Date">{formatDate(donation.createdAt)}</Detail>
        <Detail name="Amount">
          <Money cents={donation.amount} />
        </Detail>
        <Detail name="Available Amount">
          <strong>
            <Money cents={donation.availableAmount} />
          </strong>
        </Detail>
        <Detail name="Cause">{donation.cause.name}</Detail>
        <Detail name="Volunteer">{donation.isAvailableToVolunteerTime ? 'Yes' : 'No'}</Detail>
      </DetailList>
      <DetailSection title="Description">
        <p className={classes.reading}>
          {donation.description || <span className="soft">The donor wrote nothing.</span>}
        </p>
      </DetailSection>
      <DetailSection title="Contact Details">
        <DetailList>
          <Detail name="Name">{`${donation.firstName} ${donation.lastName}`}</Detail>
          <Detail name="Email Address" copy={donation.email}>
            <a href={`mailto:${donation.email}`}>{donation.email}</a>
          </Detail>
          <Detail name="Phone Number">{donation.phone}</Detail>
          <Detail name="Zip Code">{donation.zip}</Detail>
        </DetailList>
      </DetailSection>
      <DetailSection title="Allocations">
        {donation.allocations.length === 0 ? (
          <p className="soft">Nothing of this donation is allocated yet.</p>
        ) : (
          <PlainTable
            label="Allocations of this donation"
            columns={allocationColumns}
            items={donation.allocations}
          />
        )}
      </DetailSection>
      <div className={classes.modalActions}>
        <LinkButton to={paths.allocateDonation(donation)} color="marigold">
          Allocate Funds
        </LinkButton>
      </div>
    </>
  );
}

const allocationColumns: Columns<Donation['allocations'][number]> = [
  { header: 'Date', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Nominee',
    cell: ({ row: { original } }) => (
      <Link to={paths.manageNomination(original.nomination.id)} title="Show the nomination">
        {original.nomination.nominee}
      </Link>
    ),
  },
  { header: 'Amount', accessorFn: ({ amount }) => formatCents(amount), meta: { align: 'right' } },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    // Money of a completed nomination is spent: there is nothing to take back.
    cell: ({ row: { original } }) =>
      original.nomination.isCompleted ? null : <ReleaseButton allocationId={original.id} />,
  },
];

function ReleaseButton({ allocationId }: { allocationId: string }) {
  const { open } = useQueryState();
  return (
    <div className={classes.rowActions}>
      <Button variant="default" size="sm" onClick={() => open({ release: allocationId })}>
        Release
      </Button>
    </div>
  );
}
