import { Link } from 'react-router';
import type { DonorSummary } from '#contract/donors/donors.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { paths } from '#web/client/paths.ts';

export const donorColumns: Columns<DonorSummary> = [
  {
    header: 'Name',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <Link to={paths.donor(original.id)}>{`${original.firstName} ${original.lastName}`}</Link>
    ),
  },
  {
    header: 'Email Address',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <>
        {original.email === null ? (
          <span className="soft">None</span>
        ) : isErasedAddress(original.email) ? (
          <span className="soft">Erased</span>
        ) : (
          <EmailText address={original.email} />
        )}
        {original.found && (
          <Link className="small block" to={paths.manageDonation(original.found.id)}>
            {`${formatCents(original.found.amount)} on ${formatDate(original.found.createdAt)}`}
          </Link>
        )}
      </>
    ),
  },
  { header: 'Last Donation', accessorFn: ({ lastDonationAt }) => formatDate(lastDonationAt) },
  {
    header: 'Donations',
    meta: { align: 'right', onPhone: 'labeled' },
    accessorFn: ({ donations }) => formatCount(donations),
  },
  {
    header: 'Given',
    meta: { align: 'right', onPhone: 'aside' },
    accessorFn: ({ amount }) => formatCents(amount),
  },
];
