import type { TestDonation } from '#contract/operations/test-donations.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { actionsHeading, type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const testDonationColumns: Columns<TestDonation> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Amount', ...mainFigure, value: ({ amount }) => `${formatCents(amount)} (test money)` },
  { header: 'Cause', onPhone: 'title', value: ({ cause }) => cause },
  { header: 'Donor', show: (donation) => <Donor donation={donation} /> },
  { header: 'Was Allocated To', onPhone: 'below', value: describeAllocations },
  { ...actionsHeading, show: (donation) => <RemoveButton donation={donation} /> },
];

/** On two lines, so that a narrow table does not break the address in two. */
function Donor({ donation }: { donation: TestDonation }) {
  return (
    <span>
      {testDonorName(donation)}
      {donation.email !== null && (
        <>
          <br />
          <span className="soft">{donation.email}</span>
        </>
      )}
    </span>
  );
}

/** Who gave test money, if they were named. */
export function testDonorName({ firstName, lastName }: TestDonation): string {
  return firstName === null ? 'An unnamed donor' : `${firstName} ${lastName}`;
}

function describeAllocations({ allocations }: TestDonation): string {
  if (allocations.length === 0) return 'Nothing';
  return allocations
    .map(({ nominee, amount, spentAmount }) => {
      const spent = spentAmount > 0 ? `, ${formatCents(spentAmount)} of it spent` : '';
      return `${nominee}: ${formatCents(amount)}${spent}`;
    })
    .join('; ');
}

function RemoveButton({ donation }: { donation: TestDonation }) {
  const remove = useModal('remove');
  const amount = formatCents(donation.amount);
  return (
    <IfMay right="settings.write">
      <RowActions>
        <TrashButton
          label={`Remove the test donation of ${amount} by ${testDonorName(donation)}`}
          title="Remove"
          onClick={() => remove.open(donation.id)}
        />
      </RowActions>
    </IfMay>
  );
}
