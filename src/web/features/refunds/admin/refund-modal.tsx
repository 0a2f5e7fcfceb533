import type { Donation } from '#contract/giving/donations.ts';
import { centsToDecimal, parseDollars } from '#core/money.ts';
import { ApiError } from '#web/client/api-client.ts';
import { useCreateRefund } from '#web/admin/queries/refunds.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { ReasonField, reasonErrors } from '#web/admin/shared/reason-field.tsx';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface RefundModalProps {
  donation: Donation;
  opened: boolean;
  onClose: () => void;
}

/** Gives money back to the donor, the way it was paid. */
export function RefundModal({ donation, opened, onClose }: RefundModalProps) {
  const refund = useCreateRefund();
  const idempotency = useIdempotencyKey();
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      amount: centsToDecimal(donation.availableAmount - donation.requestedRefunds),
      reason: '',
    },
    check: ({ amount, reason }): Record<string, string> => ({
      ...amountErrors(amount),
      ...reasonErrors(reason),
    }),
    async send({ amount, reason }) {
      const content = {
        id: donation.id,
        amount: parseDollars(amount) ?? 0,
        reason: reason.trim(),
      };
      try {
        await refund.mutateAsync({ ...content, idempotencyKey: idempotency.keyFor(content) });
      } catch (error) {
        // Refused for good: the next try is another refund. Unanswered: the next try asks for the same one.
        if (error instanceof ApiError && error.status === 409 && error.data) {
          idempotency.renew();
          form.setFieldError('amount', error.data.message);
        }
        throw error;
      }
      idempotency.renew();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Refund Donation"
      text={`The money goes back to ${donation.firstName} ${donation.lastName} the way it was paid, and a mail says so. It cannot be taken back.`}
      action="Refund"
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onConfirm={onSubmit}
    >
      <AmountField size="md" data-autofocus {...form.getInputProps('amount')} />
      <ReasonField
        description="Kept with the money's history; the donor does not see it."
        {...form.getInputProps('reason')}
      />
    </ConfirmDialog>
  );
}
