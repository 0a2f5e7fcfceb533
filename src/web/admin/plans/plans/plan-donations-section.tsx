import { Link } from 'react-router';
import type { Plan, PlanDonation } from '#contract/plans/plans.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { paths } from '#web/admin/client/paths.ts';
import { type Columns, figure, mainFigure, PlainTable } from '#web/admin/ui/data-table.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

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
    onPhone: 'title',
    show: ({ id, receivedOn }) => (
      <Link to={paths.manageDonation(id)}>{formatDay(receivedOn)}</Link>
    ),
  },
  { header: 'Cause', value: ({ cause }) => cause },
  {
    header: 'Returned',
    ...figure,
    value: ({ returned }) => (returned === 0 ? '–' : formatCents(returned)),
  },
  {
    header: 'Card Costs Added',
    ...figure,
    value: ({ cover }) => (cover === 0 ? '–' : formatCents(cover)),
  },
  { header: 'Amount', ...mainFigure, value: ({ amount }) => formatCents(amount) },
];
