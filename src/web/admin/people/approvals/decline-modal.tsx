import type { ApprovalId } from '#contract/ids.ts';
import { useDecline } from '#web/admin/queries/approvals.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';

const schema = () => import('#contract/people/approvals.ts').then(({ decline }) => decline.body);

interface DeclineModalProps {
  id: ApprovalId;
  opened: boolean;
  onClose: () => void;
}

/** Declines what somebody asked for, with a reason for them. */
export function DeclineModal({ id, opened, onClose }: DeclineModalProps) {
  const decline = useDecline();
  return (
    <ReasonModal
      key={id}
      title="Decline"
      text="Nothing will be done. Whoever asked can ask again."
      action="Decline"
      hint="They get it by email. It is kept in the audit trail."
      schema={schema}
      opened={opened}
      onClose={onClose}
      onConfirm={({ reason }) => decline.mutateAsync({ id, reason })}
    />
  );
}
