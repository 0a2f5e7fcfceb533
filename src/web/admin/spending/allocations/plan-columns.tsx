import { Link } from 'react-router';
import type { DonationId } from '#contract/ids.ts';
import type { AllocationPlan } from '#contract/spending/allocations.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';

/** A line of a plan, by the id of its donation. */
export type PlanRow = Omit<AllocationPlan['lines'][number], 'donationId'> & { id: DonationId };

/** What each donation of a plan gives. */
export const planColumns: Columns<PlanRow> = [
  {
    header: 'Donation',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={paths.manageDonation(original.id)} title="Show the donation">
        {formatDate(original.createdAt)}
      </Link>
    ),
  },
  {
    header: 'Available Amount',
    meta: { align: 'right', onPhone: 'labeled' },
    accessorFn: ({ availableAmount }) => formatCents(availableAmount),
  },
  {
    header: 'Gives',
    meta: { align: 'right', onPhone: 'aside' },
    accessorFn: ({ amount }) => formatCents(amount),
  },
];
