import type { Donation } from '#contract/giving/donations.ts';
import { useSendDonationLink } from '#web/admin/queries/donations.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';

interface DonationLinkModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Emails the donor a new private link, if they lost theirs or someone else got it. */
export function DonationLinkModal({ donation, ...modal }: DonationLinkModalProps) {
  const sendLink = useSendDonationLink();
  return (
    <ConfirmModal
      title="Send a New Private Link"
      text={`${donation.email} gets an email with a new link to this donation. All earlier links stop working immediately.`}
      action="Send"
      {...modal}
      onConfirm={() => sendLink.mutateAsync(donation.id)}
    />
  );
}
