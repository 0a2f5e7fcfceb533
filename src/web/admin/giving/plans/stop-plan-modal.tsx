import type { Plan } from '#contract/giving/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';

const schema = () => import('#contract/giving/plans.ts').then((contract) => contract.stopPlan.body);

interface PlanModalProps {
  plan: Plan;
  opened: boolean;
  onClose: () => void;
}

/** Ends a recurring donation for good. */
export function StopPlanModal({ plan, opened, onClose }: PlanModalProps) {
  const stop = useSend(endpoints.stopPlan, {
    said: ({ isBeingStopped }) =>
      isBeingStopped
        ? 'It is being stopped: we ask the payment provider until it confirms'
        : 'It is stopped',
  });
  return (
    <ReasonModal
      key={plan.id}
      title="Stop"
      text="Nothing is charged anymore, and an overdue payment is given up. It cannot be started again: only the donor can begin a new one. They get an email about it, without your reason."
      action="Stop for Good"
      hint="Kept in the audit trail, for the team only."
      schema={schema}
      opened={opened}
      onClose={onClose}
      onConfirm={({ reason }) => stop.mutateAsync({ params: { id: plan.id }, body: { reason } })}
    />
  );
}
