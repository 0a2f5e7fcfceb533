import type { ApprovalId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';

/** Declines what somebody asked for, with a reason for them. */
export function DeclineModal({ id, ...dialog }: DialogProps & { id: ApprovalId }) {
  return (
    <ReasonModal
      {...dialog}
      title="Decline"
      text="Nothing will be done. Whoever asked can ask again."
      action="Decline"
      hint="They get it by email. It is kept in the audit trail."
      to={endpoints.decline}
      params={{ id }}
      said="Declined. Whoever asked gets an email with your reason."
    />
  );
}
