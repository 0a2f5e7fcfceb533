import { Link } from 'react-router';
import type { InKindDonation } from '#contract/giving/in-kind.ts';
import { formatDay } from '#core/platform/dates.ts';
import { paths } from '#web/admin/client/paths.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

/* The columns of donations in kind. */

/** Whoever gave it, or that nobody is named. */
export function giverOf({ donor }: InKindDonation): string {
  return donor === null ? '–' : `${donor.firstName} ${donor.lastName}`;
}

export const inKindColumns: Columns<InKindDonation> = [
  { header: 'Received', value: ({ receivedOn }) => formatDay(receivedOn) },
  {
    header: 'What',
    onPhone: 'title',
    show: ({ description, voidedAt }) => (
      <div>
        {description}
        {voidedAt !== null && (
          <div>
            <StatusMark shape="cross" word="Void" />
          </div>
        )}
      </div>
    ),
  },
  {
    header: 'Donor',
    onPhone: 'below',
    show: (donation) =>
      donation.donor === null ? (
        '–'
      ) : (
        <Link to={paths.donor(donation.donor.id)}>{giverOf(donation)}</Link>
      ),
  },
  {
    header: 'Receipt',
    onPhone: 'labeled',
    show: ({ receipt }) =>
      receipt === null ? (
        'None'
      ) : (
        <Link to={paths.donationReceipt(receipt.id)} title="Show the receipt">
          {receipt.number}
        </Link>
      ),
  },
  { ...actionsHeading, show: (donation) => <Actions donation={donation} /> },
];

function Actions({ donation }: { donation: InKindDonation }) {
  const manage = useModal('manage');
  return (
    <RowActions>
      <OpenButton onClick={() => manage.open(donation.id)}>Details</OpenButton>
    </RowActions>
  );
}
