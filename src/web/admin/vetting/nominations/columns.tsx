import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Nomination, NominationSummary } from '#contract/vetting/nominations.ts';
import { formatDate } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import {
  canReceiveFunds,
  type NominationFlags,
  type NominationStatus,
  nominationStatus,
} from '#core/nomination-status.ts';
import { useDonation } from '#web/admin/queries/donations.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import { CopyButton } from '#web/ui/copy-button.tsx';
import type { Columns } from '#web/ui/data-table.tsx';
import { ReasonedButton } from '#web/ui/reasoned-button.tsx';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';
import { useQueryState } from '#web/ui/use-query-state.ts';

const statusMarks: Record<NominationStatus, { word: string; shape: StatusShape }> = {
  pending: { word: 'Pending', shape: 'ring' },
  accepted: { word: 'Accepted', shape: 'dot' },
  rejected: { word: 'Rejected', shape: 'cross' },
  completed: { word: 'Completed', shape: 'tick' },
};

/** A nomination's status, as its word with a mark. */
export function NominationStatusMark({ flags }: { flags: NominationFlags }) {
  return <StatusMark {...statusMarks[nominationStatus(flags)]} />;
}

export const nominationColumns: Columns<NominationSummary> = [
  { header: 'Date', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Nominee', accessorFn: ({ nominee }) => nominee },
  { header: 'Cause', accessorFn: ({ cause }) => cause.name },
  {
    header: 'Allocated Amount',
    accessorFn: ({ allocatedAmount }) => formatCents(allocatedAmount),
    meta: { align: 'right' },
  },
  { header: 'Status', cell: ({ row }) => <NominationStatusMark flags={row.original} /> },
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => <NominationActions nomination={row.original} />,
  },
];

function NominationActions({ nomination }: { nomination: NominationSummary }) {
  const { query, open } = useQueryState();
  const donationId = query.get('donationId');
  return (
    <div className={classes.rowActions}>
      <Button variant="default" size="sm" onClick={() => open({ manage: nomination.id })}>
        Manage
      </Button>
      {donationId && <AllocateButton nomination={nomination} donationId={donationId} />}
    </div>
  );
}

/** The server refuses what cannot be; this says so before somebody tries. */
function AllocateButton({
  nomination,
  donationId,
}: {
  nomination: NominationSummary;
  donationId: string;
}) {
  const { open } = useQueryState();
  const { data: donation } = useDonation(donationId);
  let reason: string | null = null;
  if (donation === undefined) reason = '';
  else if (nomination.cause.id !== donation.cause.id) reason = 'Different cause';
  else if (!canReceiveFunds(nomination)) reason = 'Not accepted';
  else if (donation.availableAmount <= 0) reason = 'Nothing available';
  return (
    <ReasonedButton size="sm" reason={reason} onClick={() => open({ allocate: nomination.id })}>
      Allocate
    </ReasonedButton>
  );
}

type DonorAllocation = Nomination['allocations'][number];

/** Whose money a nomination holds. */
export const donorColumns: Columns<DonorAllocation> = [
  {
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Link to={paths.manageDonation(original.donation.id)} title="Show the donation">
        {`${original.donation.firstName} ${original.donation.lastName}`}
      </Link>
    ),
  },
  {
    header: 'Email Address',
    cell: ({ row }) => (
      <span className={classes.person}>
        {row.original.donation.email}
        <CopyButton text={row.original.donation.email} what="Email Address" />
      </span>
    ),
  },
  { header: 'Amount', accessorFn: ({ amount }) => formatCents(amount), meta: { align: 'right' } },
  {
    header: 'Volunteer',
    cell: ({ row }) =>
      row.original.donation.isAvailableToVolunteerTime ? (
        <IconCheck size={20} role="img" aria-label="Yes" />
      ) : (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">No</span>
        </>
      ),
  },
];

/** The same while the money can still be taken back. */
export const releasableDonorColumns: Columns<DonorAllocation> = [
  ...donorColumns,
  {
    id: 'actions',
    header: () => null,
    meta: { hiddenHeading: 'Actions' },
    cell: ({ row }) => <ReleaseButton allocationId={row.original.id} />,
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
