import type { TestDonation } from '#contract/operations/test-donations.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import {
  testDonationColumns,
  testDonorName,
} from '#web/admin/operations/test-donations/columns.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths } from '#web/client/paths.ts';
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
