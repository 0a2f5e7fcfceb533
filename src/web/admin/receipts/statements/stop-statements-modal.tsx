import type { StatementMailing } from '#contract/receipts/statements.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { describePeriod } from '#web/admin/receipts/statements/columns.tsx';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';

interface StopStatementsModalProps {
  mailing: StatementMailing | null;
  onClose: () => void;
}

/** Stops statements that are not in the queue yet. */
export function StopStatementsModal({ mailing, onClose }: StopStatementsModalProps) {
  const stop = useSend(endpoints.stopStatementMailing, {
    said: ({ queued, total }) =>
      `Stopped. ${queued} of ${total} statements were in the queue already.`,
  });
  const shown = useLastValue(mailing);
  return (
    <ConfirmModal
      title="Stop These Statements"
      text={
        shown
          ? `${shown.queued} of ${shown.total} statements of ${describePeriod(shown)} are on their way. Nobody else gets one.`
          : ''
      }
      action="Stop"
      opened={mailing !== null}
      onClose={onClose}
      onConfirm={async () => mailing && stop.mutateAsync({ params: { id: mailing.id } })}
    />
  );
}
