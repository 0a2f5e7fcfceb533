import type { File as StoredFile } from '#contract/publishing/files.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { fileName } from '#web/admin/publishing/files/file-words.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';

interface WithdrawConsentModalProps {
  file: StoredFile | null;
  onClose: () => void;
}

/** Withdraws the consent to publish a file, which removes it from every page immediately. */
export function WithdrawConsentModal({ file, onClose }: WithdrawConsentModalProps) {
  const shown = useLastValue(file);
  if (shown === null) return null;
  return (
    <ReasonModal
      title="Withdraw Consent"
      text={`“${fileName(shown)}” disappears from every page immediately. Emails that have left already keep it.`}
      action="Withdraw"
      hint="Who withdrew it, and when. Kept in the audit trail."
      to={endpoints.withdrawConsent}
      said="The consent is withdrawn"
      params={{ id: shown.id }}
      opened={file !== null}
      onClose={onClose}
    />
  );
}
