import { Link } from 'react-router';
import type { DonationId } from '#contract/ids.ts';
import type { AllocationPlan } from '#contract/spending/allocations.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';

/** A line of a plan, by the id of its donation. */
export type PlanRow = Omit<AllocationPlan['lines'][number], 'donationId'> & { id: DonationId };

/** What each donation of a plan gives. */
export const planColumns: Columns<PlanRow> = [
  {
    header: 'Donation',
    onPhone: 'title',
    show: ({ id, createdAt }) => (
      <Link to={paths.manageDonation(id)} title="Show the donation">
        {formatDate(createdAt)}
      </Link>
    ),
  },
  {
    header: 'Available Amount',
    ...figure,
    value: ({ availableAmount }) => formatCents(availableAmount),
  },
  { header: 'Gives', ...mainFigure, value: ({ amount }) => formatCents(amount) },
];
