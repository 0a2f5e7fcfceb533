import type { DeadMail } from '#contract/operations/mail.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { focusContent } from '#web/ui/focus-content.ts';

const schema = () =>
  import('#contract/operations/mail.ts').then(({ discardMail }) => discardMail.body);

interface DiscardMailModalProps {
  /** What would be discarded; null while closed. */
  mail: DeadMail | null;
  onClose: () => void;
}

/** Discards an email, and keeps the reason. */
export function DiscardMailModal({ mail, onClose }: DiscardMailModalProps) {
  const shown = useLastValue(mail);
  const discard = useSend(endpoints.discardMail);
  if (shown === null) return null;
  return (
    <ReasonModal
      key={shown.id}
      title="Discard Email"
      text={`“${shown.subject}” will never reach ${shown.recipient}.`}
      action="Discard"
      hint="Kept in the audit trail."
      schema={schema}
      opened={mail !== null}
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        await discard.mutateAsync({ params: { id: shown.id }, body: { reason } });
        focusContent();
      }}
    />
  );
}
