import type { Donation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointOf } from '#web/admin/client/use-endpoint.ts';
import { DonationDetails } from '#web/admin/giving/donations/donation-details.tsx';
import { DonationLinkModal } from '#web/admin/giving/donations/donation-link-modal.tsx';
import { GoodsModal } from '#web/admin/giving/donations/goods-modal.tsx';
import { SendReceiptModal } from '#web/admin/giving/donations/send-receipt-modal.tsx';
import { RefundModal } from '#web/admin/payments/refunds/refund-modal.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ReleaseModal } from '#web/admin/spending/allocations/release-modal.tsx';
import { ReplaceModal } from '#web/admin/spending/allocations/replace-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

/** A donation with its history and its actions. */
export function DonationModal() {
  const manage = useModal('manage');
  const id = useLastValue(readId<DonationId>(manage.value));
  const donation = useEndpointOf(endpoints.getDonation, id);
  return (
    <>
      <Modal title="Manage Donation" {...manage.dialog}>
        <CallState call={donation} failed="This donation could not be loaded." />
        {donation.data && <DonationDetails donation={donation.data} />}
      </Modal>
      {donation.data && <ModalsOver donation={donation.data} />}
    </>
  );
}

/** The dialogs that open over it; none for whoever may not do what they do, not even by an address. */
function ModalsOver({ donation }: { donation: Donation }) {
  return (
    <>
      <IfMay right="allocations.write">
        <AllocationModals donation={donation} />
      </IfMay>
      <IfMay right="money.write">
        <MoneyModals donation={donation} />
      </IfMay>
    </>
  );
}

function AllocationModals({ donation }: { donation: Donation }) {
  const release = useModal('manage.release');
  const replace = useModal('manage.replace');
  const find = (id: string | null) => donation.allocations.find((one) => one.id === id) ?? null;
  const replaced = find(replace.value);
  const moved = useLastValue(replaced);
  return (
    <>
      <ReleaseModal
        allocation={find(release.value)}
        deficitAmount={donation.deficitAmount}
        onClose={release.close}
      />
      {moved && (
        <ReplaceModal
          donation={donation}
          allocation={moved}
          opened={replaced !== null}
          onClose={replace.close}
        />
      )}
    </>
  );
}

function MoneyModals({ donation }: { donation: Donation }) {
  const refund = useModal('manage.refund');
  const receipt = useModal('manage.receipt');
  const link = useModal('manage.link');
  const goods = useModal('manage.goods');
  return (
    <>
      <RefundModal donation={donation} {...refund.dialog} />
      <SendReceiptModal donation={donation} {...receipt.dialog} />
      <GoodsModal donationId={donation.id} {...goods.dialog} />
      <DonationLinkModal donation={donation} {...link.dialog} />
    </>
  );
}
