import type { Plan } from '#contract/plans/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';

/** Ends a pause. */
export function ResumePlanModal({ plan, ...dialog }: DialogProps & { plan: Plan }) {
  const resume = useSend(endpoints.resumePlan, { said: 'It goes on' });
  return (
    <ConfirmModal
      {...dialog}
      title="Resume"
      text="The pause ends now, and the next payment is charged when it is due. Resume it only if the donor has asked for it. They get an email about it."
      action="Resume"
      onConfirm={() => resume.mutateAsync({ params: { id: plan.id } })}
    />
  );
}
