import { Link } from 'react-router';
import type { DonorSummary } from '#contract/donors/donors.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { type Columns, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { paths } from '#web/client/paths.ts';

export const donorColumns: Columns<DonorSummary> = [
  {
    header: 'Name',
    onPhone: 'title',
    show: ({ id, firstName, lastName }) => (
      <Link to={paths.donor(id)}>{`${firstName} ${lastName}`}</Link>
    ),
  },
  {
    header: 'Email Address',
    onPhone: 'below',
    show: ({ email, found }) => (
      <>
        {email === null ? (
          <span className="soft">None</span>
        ) : isErasedAddress(email) ? (
          <span className="soft">Erased</span>
        ) : (
          <EmailText address={email} />
        )}
        {found && (
          <Link className="small block" to={paths.manageDonation(found.id)}>
            {`${formatCents(found.amount)} on ${formatDate(found.createdAt)}`}
          </Link>
        )}
      </>
    ),
  },
  { header: 'Last Donation', value: ({ lastDonationAt }) => formatDate(lastDonationAt) },
  { header: 'Donations', ...figure, value: ({ donations }) => formatCount(donations) },
  { header: 'Given', ...mainFigure, value: ({ amount }) => formatCents(amount) },
];
