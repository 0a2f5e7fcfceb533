import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { formatCents } from '#core/platform/money.ts';
import { donorName } from '#web/admin/shared/contact-details.tsx';
import { ReleaseButton } from '#web/admin/spending/allocations/release-button.tsx';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { actionsHeading, type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import classes from '#web/admin/vetting/nominations/donor-columns.module.css';
import { paths } from '#web/client/paths.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

type DonorAllocation = Nomination['allocations'][number];

/** The donors whose money is allocated to a nomination. */
export const donorColumns: Columns<DonorAllocation> = [
  {
    header: 'Name',
    onPhone: 'title',
    show: ({ donation }) => (
      <>
        <Link to={paths.manageDonation(donation.id)} title="Show the donation">
          {donorName(donation)}
        </Link>
        {donation.isAnonymous && (
          <div>
            <StatusMark shape="ring" word="Anonymous" />
          </div>
        )}
      </>
    ),
  },
  { header: 'Email Address', show: ({ donation }) => <DonorEmail email={donation.email} /> },
  { header: 'Amount', ...mainFigure, value: ({ amount }) => formatCents(amount) },
  {
    header: 'Volunteer',
    onPhone: 'labeled',
    show: ({ donation }) =>
      donation.isAvailableToVolunteerTime ? (
        <IconCheck size={20} role="img" aria-label="Yes" />
      ) : (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">No</span>
        </>
      ),
  },
];

function DonorEmail({ email }: { email: string | null }) {
  if (email === null) return <span className="soft">Hidden</span>;
  if (isErasedAddress(email)) return <span className="soft">Erased</span>;
  return (
    <span className={classes.email}>
      <EmailText address={email} />
      <CopyButton text={email} what="Email Address" />
    </span>
  );
}

/** The same, with an action while the allocations can be released. */
export const releasableDonorColumns: Columns<DonorAllocation> = [
  ...donorColumns,
  {
    ...actionsHeading,
    show: (allocation) => (
      <RowActions>
        <ReleaseButton allocation={allocation} />
      </RowActions>
    ),
  },
];
