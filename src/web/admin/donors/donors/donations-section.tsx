import { Link } from 'react-router';
import type { Donor } from '#contract/donors/donors.ts';
import type { DonationSummary } from '#contract/giving/donations.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { type Columns, DataTable, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** What a donor gave; each donation has its own dialog, which sends its receipt again. */
export function DonationsSection({ donor }: { donor: Donor }) {
  const donations = usePages(endpoints.listDonations, {
    query: { donorId: donor.id, order: 'newest' },
  });
  return (
    <TitledSection title="Donations">
      <p className="soft">
        {`${countOf(donor.donations, 'donation')}. `}
        {donor.erasedAt === null &&
          `Open ${donor.donations === 1 ? 'it' : 'one'} to send its receipt again. `}
        <TextLink to={paths.donationsOf(donor.id)}>Show them in Manage Donations</TextLink>
      </p>
      <DataTable
        label="Donations of this donor"
        columns={columns}
        rows={donations}
        of="donations"
        emptyText="There are no donations."
      />
    </TitledSection>
  );
}

const columns: Columns<DonationSummary> = [
  {
    header: 'Date',
    onPhone: 'title',
    show: ({ id, createdAt }) => <Link to={paths.manageDonation(id)}>{formatDate(createdAt)}</Link>,
  },
  { header: 'Cause', value: ({ cause }) => cause.name },
  {
    header: 'Available Amount',
    ...figure,
    value: ({ availableAmount }) => formatCents(availableAmount),
  },
  { header: 'Amount', ...mainFigure, value: ({ amount }) => formatCents(amount) },
];
