import { useQueryClient } from '@tanstack/react-query';
import type { Donation } from '#contract/giving/donations.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';

interface DonationLinkModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Emails the donor a new private link, if they lost theirs or someone else got it. */
export function DonationLinkModal({ donation, ...modal }: DonationLinkModalProps) {
  const queryClient = useQueryClient();
  const sendLink = useSend(endpoints.sendDonationLink, {
    onDone: () => notifyMailed(queryClient, 'The new link', 'is on its way to the donor'),
  });
  return (
    <ConfirmModal
      title="Send a New Private Link"
      text={`${donation.email} gets an email with a new link to this donation. All earlier links stop working immediately.`}
      action="Send"
      {...modal}
      onConfirm={() => sendLink.mutateAsync({ params: { id: donation.id } })}
    />
  );
}
