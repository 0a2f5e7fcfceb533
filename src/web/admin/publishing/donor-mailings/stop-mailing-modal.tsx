import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';
import { useStopMailing } from '#web/admin/publishing/donor-mailings/use-stop-mailing.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';

interface StopMailingModalProps {
  mailing: DonorMailing | null;
  onClose: () => void;
}

/** Stops what of an email to several donors has not left. */
export function StopMailingModal({ mailing, onClose }: StopMailingModalProps) {
  const stop = useStopMailing();
  const shown = useLastValue(mailing);
  return (
    <ConfirmModal
      title="Stop This Email"
      text={
        shown && shown.sent > 0
          ? `${shown.sent} of ${shown.total} donors have got “${shown.subject}”. Nobody else gets it.`
          : `Nobody gets “${shown?.subject}”.`
      }
      action="Stop"
      opened={mailing !== null}
      onClose={onClose}
      onConfirm={async () => mailing && stop.mutateAsync({ params: { id: mailing.id } })}
    />
  );
}
