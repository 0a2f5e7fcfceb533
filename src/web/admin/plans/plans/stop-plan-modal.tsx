import type { Plan } from '#contract/plans/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';

/** Ends a recurring donation for good. */
export function StopPlanModal({ plan, ...dialog }: DialogProps & { plan: Plan }) {
  return (
    <ReasonModal
      {...dialog}
      title="Stop"
      text="Nothing is charged anymore, and an overdue payment is given up. It cannot be started again: only the donor can begin a new one. They get an email about it, without your reason."
      action="Stop for Good"
      hint="Kept in the audit trail, for the team only."
      to={endpoints.stopPlan}
      params={{ id: plan.id }}
      said={({ isBeingStopped }) =>
        isBeingStopped
          ? 'It is being stopped: we ask the payment provider until it confirms'
          : 'It is stopped'
      }
    />
  );
}
