import { Link } from 'react-router';
import type { Plan, PlanDonation } from '#contract/plans/plans.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { type Columns, PlainTable } from '#web/admin/ui/data-table.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { paths } from '#web/client/paths.ts';

/** Its payments, each of which is a donation. */
export function PlanDonationsSection({ plan: { id, donations } }: { plan: Plan }) {
  return (
    <TitledSection title="Donations">
      {donations.length === 0 ? (
        <EmptyNote>No payment has become a donation yet.</EmptyNote>
      ) : (
        <>
          <p className="soft">
            The latest ones.{' '}
            <TextLink to={paths.donationsOfPlan(id)}>Show all in Manage Donations</TextLink>
          </p>
          <PlainTable
            label="Donations of this recurring donation"
            columns={columns}
            items={donations}
          />
        </>
      )}
    </TitledSection>
  );
}

const columns: Columns<PlanDonation> = [
  {
    header: 'Date',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={paths.manageDonation(original.id)}>{formatDay(original.receivedOn)}</Link>
    ),
  },
  { header: 'Cause', accessorFn: ({ cause }) => cause },
  {
    header: 'Returned',
    meta: { align: 'right', onPhone: 'labeled' },
    accessorFn: ({ returned }) => (returned === 0 ? '–' : formatCents(returned)),
  },
  {
    header: 'Card Costs Added',
    meta: { align: 'right', onPhone: 'labeled' },
    accessorFn: ({ cover }) => (cover === 0 ? '–' : formatCents(cover)),
  },
  {
    header: 'Amount',
    meta: { align: 'right', onPhone: 'aside' },
    accessorFn: ({ amount }) => formatCents(amount),
  },
];
