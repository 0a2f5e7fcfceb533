import type { Donation } from '#contract/giving/donations.ts';
import { useSendGiftLink } from '#web/admin/queries/donations.ts';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface GiftLinkModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Mails the donor a new link to their gift, for one who lost it or whose link got around. */
export function GiftLinkModal({ donation, opened, onClose }: GiftLinkModalProps) {
  const sendLink = useSendGiftLink();
  const { form, onSubmit } = useSubmitForm({
    initialValues: {},
    async send() {
      await sendLink.mutateAsync(donation.id);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Send a New Private Link"
      text={`${donation.email} gets a mail with a new link to this gift. All earlier links to it end at once.`}
      action="Send"
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onConfirm={onSubmit}
    />
  );
}
