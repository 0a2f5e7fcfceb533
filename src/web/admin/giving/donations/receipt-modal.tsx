import type { Donation } from '#contract/giving/donations.ts';
import { useSendReceipt } from '#web/admin/queries/donations.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';

interface ReceiptModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Emails the donor the receipt again, if they lost it. */
export function ReceiptModal({ donation, ...modal }: ReceiptModalProps) {
  const sendReceipt = useSendReceipt();
  return (
    <ConfirmModal
      title="Send the Receipt Again"
      text={`${donation.email} gets the receipt of this donation again, with another link to it. Earlier links keep working.`}
      action="Send"
      {...modal}
      onConfirm={() => sendReceipt.mutateAsync(donation.id)}
    />
  );
}
