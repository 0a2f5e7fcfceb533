import { formatCents } from '#core/money.ts';
import { useReleaseAllocation } from '#web/admin/queries/allocations.ts';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { ReasonField, reasonErrors } from '#web/admin/shared/reason-field.tsx';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface ReleaseModalProps {
  /** What would be released; null while closed. */
  allocation: { id: string; amount: number } | null;
  onClose: () => void;
}

/** Gives an allocation back to its donation, with a reason that the ledger keeps for good. */
export function ReleaseModal({ allocation, onClose }: ReleaseModalProps) {
  const shown = useLastValue(allocation);
  const release = useReleaseAllocation();
  const idempotency = useIdempotencyKey();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { reason: '' },
    check: ({ reason }) => reasonErrors(reason),
    async send({ reason }) {
      if (shown === null) return;
      const content = { id: shown.id, reason: reason.trim() };
      await release.mutateAsync({ ...content, idempotencyKey: idempotency.keyFor(content) });
      idempotency.renew();
      form.reset();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Release Allocation"
      text={`${formatCents(shown?.amount ?? 0)} goes back to the donation and can be allocated anew.`}
      action="Release"
      opened={allocation !== null}
      loading={form.submitting}
      onClose={onClose}
      onConfirm={onSubmit}
    >
      <ReasonField
        description="Kept with the money's history."
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
