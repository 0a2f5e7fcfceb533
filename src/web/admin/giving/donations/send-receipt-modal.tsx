import { useQueryClient } from '@tanstack/react-query';
import type { Donation } from '#contract/giving/donations.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';

interface SendReceiptModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Emails the donor the receipt again, if they lost it. */
export function SendReceiptModal({ donation, ...modal }: SendReceiptModalProps) {
  const queryClient = useQueryClient();
  const sendReceipt = useSend(endpoints.sendReceipt, {
    onDone: () => notifyMailed(queryClient, 'The receipt', 'is on its way to the donor'),
  });
  return (
    <ConfirmModal
      title="Send the Receipt Again"
      text={`${donation.email} gets the receipt of this donation again, with another link to it. Earlier links keep working.`}
      action="Send"
      {...modal}
      onConfirm={() => sendReceipt.mutateAsync({ params: { id: donation.id } })}
    />
  );
}
