import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Donation } from '#contract/giving/donations.ts';
import { formatDate } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import { ReleaseModal } from '#web/features/allocations/admin/release-modal.tsx';
import { ReplaceModal } from '#web/admin/spending/allocations/replace-modal.tsx';
import { GiftLinkModal } from '#web/features/donations/admin/gift-link-modal.tsx';
import { useDonation } from '#web/admin/queries/donations.ts';
import { RefundModal } from '#web/features/refunds/admin/refund-modal.tsx';
import { ReturnsTable } from '#web/admin/giving/refunds/returns-table.tsx';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import { type Columns, PlainTable } from '#web/ui/data-table.tsx';
import { Detail, DetailList, DetailSection } from '#web/ui/detail-list.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Money } from '#web/shared/money.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { ReasonedButton } from '#web/ui/reasoned-button.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useQueryState } from '#web/ui/use-query-state.ts';

export function DonationModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  const shownId = useLastValue(id);
  const donation = useDonation(shownId);
  const { query, close } = useQueryState();
  const asked = (name: string) => (id === null ? null : query.get(name));
  const allocations = donation.data?.allocations ?? [];
  const released = allocations.find((allocation) => allocation.id === asked('release'));
  const replaced = allocations.find((allocation) => allocation.id === asked('replace'));
  const moved = useLastValue(replaced ?? null);
  const isRefunding = donation.data !== undefined && asked('refund') !== null;
  const isSendingLink = donation.data !== undefined && asked('link') !== null;
  return (
    <>
      <Dialog
        title="Manage Donation"
        opened={id !== null}
        onClose={onClose}
        isBehind={released !== undefined || replaced !== undefined || isRefunding || isSendingLink}
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
      {donation.data && moved && (
        <ReplaceModal
          key={`${moved.id} ${moved.amount}`}
          donation={donation.data}
          allocation={moved}
          opened={replaced !== undefined}
          onClose={() => close('replace')}
        />
      )}
      {donation.data && (
        <RefundModal
          // Anew for each amount that can be refunded: the field starts with it.
          key={`${donation.data.id} ${donation.data.availableAmount} ${donation.data.requestedRefunds}`}
          donation={donation.data}
          opened={isRefunding}
          onClose={() => close('refund')}
        />
      )}
      {donation.data && (
        <GiftLinkModal
          donation={donation.data}
          opened={isSendingLink}
          onClose={() => close('link')}
        />
      )}
    </>
  );
}

function DonationDetails({ donation }: { donation: Donation }) {
  const { open } = useQueryState();
  return (
    <>
      {donation.deficitAmount > 0 && <DeficitNotice donation={donation} />}
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
        {donation.returnedAmount > 0 && (
          <Detail name="Returned">
            <Money cents={donation.returnedAmount} />
          </Detail>
        )}
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
      {donation.refunds.length + donation.disputes.length > 0 && (
        <DetailSection title="Refunds and Disputes">
          <ReturnsTable donation={donation} />
        </DetailSection>
      )}
      <div className={classes.modalActions}>
        <LinkButton to={paths.allocateDonation(donation)} color="marigold">
          Allocate Funds
        </LinkButton>
        <ReasonedButton
          variant="default"
          reason={
            donation.availableAmount > donation.requestedRefunds ? null : 'Nothing left to refund'
          }
          onClick={() => open({ refund: 'true' })}
        >
          Refund
        </ReasonedButton>
        <Button variant="default" onClick={() => open({ link: 'true' })}>
          Send a new private link
        </Button>
      </div>
    </>
  );
}

/** What is missing, and the two ways out of it. */
function DeficitNotice({ donation }: { donation: Donation }) {
  const missing = formatCents(donation.deficitAmount);
  return (
    <aside className={classes.deficit} aria-label="Deficit">
      <p>
        <strong>{`${missing} are missing.`}</strong>{' '}
        {donation.allocations.length > 0
          ? 'Money of this donation went back to the donor after it had been allocated. Release allocations below, or move them to another gift.'
          : 'More went back to the donor than was given. There is nothing to release: it stays a loss unless a dispute is won.'}
      </p>
    </aside>
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
    cell: ({ row: { original } }) => <AllocationActions allocation={original} />,
  },
];

function AllocationActions({ allocation }: { allocation: Donation['allocations'][number] }) {
  const { open } = useQueryState();
  return (
    <div className={classes.rowActions}>
      {/* Money of a completed nomination is spent: there is nothing to take back, but another gift can pay. */}
      {!allocation.nomination.isCompleted && (
        <Button variant="default" size="sm" onClick={() => open({ release: allocation.id })}>
          Release
        </Button>
      )}
      <Button variant="default" size="sm" onClick={() => open({ replace: allocation.id })}>
        Move
      </Button>
    </div>
  );
}
