import type { DeadMail } from '#contract/operations/outbox.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { focusContent } from '#web/ui/focus-content.ts';

interface DiscardMailModalProps {
  /** What would be discarded; null while closed. */
  mail: DeadMail | null;
  onClose: () => void;
}

/** Discards an email, and keeps the reason. */
export function DiscardMailModal({ mail, onClose }: DiscardMailModalProps) {
  const shown = useLastValue(mail);
  if (shown === null) return null;
  return (
    <ReasonModal
      title="Discard Email"
      text={`“${shown.subject}” will never reach ${shown.recipient}.`}
      action="Discard"
      hint="Kept in the audit trail."
      to={endpoints.discardMail}
      said="The email was discarded"
      params={{ id: shown.id }}
      opened={mail !== null}
      onClose={onClose}
      onDone={() => {
        focusContent();
        onClose();
      }}
    />
  );
}
