import type { TestDonation } from '#contract/operations/test-donations.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { actionsHeading, type Columns, DataTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';

/** Donations of test money from before the site went live, and their removal. */
export default function TestDonationsPage() {
  const donations = usePages(endpoints.listTestDonations);
  const remove = useModal('remove');
  const removing = donations.data?.pages
    .flatMap(({ items }) => items)
    .find(({ id }) => id === remove.value);
  return (
    <>
      <PageHeader title="Test Donations" />
      <PageLead>
        They were made while this site was a trial. No card was charged: they are part of no total,
        and nothing can be allocated from them.{' '}
        <TextLink to={paths.admin.donations}>Back to Donations</TextLink>
      </PageLead>
      <DataTable
        label="Test donations"
        columns={testDonationColumns}
        rows={donations}
        of="test donations"
        emptyText="There are no test donations."
      />
      <IfMay right="settings.write">
        <RemoveModal donation={removing ?? null} onClose={remove.close} />
      </IfMay>
    </>
  );
}

function RemoveModal({
  donation,
  onClose,
}: {
  donation: TestDonation | null;
  onClose: () => void;
}) {
  const shown = useLastValue(donation);
  const remove = useSend(endpoints.removeTestDonation, { said: 'The test donation was removed' });
  return (
    <ConfirmModal
      title="Remove Test Donation"
      text={
        shown
          ? `The record of ${formatCents(shown.amount)} of test money by ${testDonorName(shown)} will be gone for good. The audit trail keeps that you removed it.`
          : ''
      }
      action="Remove"
      opened={donation !== null}
      onClose={onClose}
      onConfirm={async () => {
        if (donation) await remove.mutateAsync({ params: { id: donation.id } });
        focusContent();
      }}
    />
  );
}

const testDonationColumns: Columns<TestDonation> = [
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
function testDonorName({ firstName, lastName }: TestDonation): string {
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
