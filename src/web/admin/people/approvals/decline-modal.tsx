import type { ApprovalId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';

const schema = () => import('#contract/people/approvals.ts').then(({ decline }) => decline.body);

interface DeclineModalProps {
  id: ApprovalId;
  opened: boolean;
  onClose: () => void;
}

/** Declines what somebody asked for, with a reason for them. */
export function DeclineModal({ id, opened, onClose }: DeclineModalProps) {
  const decline = useSend(endpoints.decline, {
    said: 'Declined. Whoever asked gets an email with your reason.',
  });
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
      onConfirm={({ reason }) => decline.mutateAsync({ params: { id }, body: { reason } })}
    />
  );
}
