import { TextInput } from '@mantine/core';
import { countOf } from '#core/counts.ts';
import { formatCents } from '#core/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { FormModal } from '#web/admin/ui/form-modal.tsx';

const schema = () =>
  import('#contract/giving/gift-aid.ts').then((contract) => contract.markGiftAidClaimed.body);

interface ClaimModalProps {
  due: { lines: number; amount: number };
  adjustments: { lines: number; amount: number };
  opened: boolean;
  onClose: () => void;
}

/** Marks what is due as claimed. */
export function ClaimModal({ due, adjustments, opened, onClose }: ClaimModalProps) {
  const claim = useSend(endpoints.markGiftAidClaimed, { said: 'The claim is recorded.' });
  const { form, onSubmit } = useSubmitForm({
    initialValues: { claimedOn: '', reference: '' },
    toInput: (typed) => ({
      ...typed,
      expectedLines: due.lines + adjustments.lines,
      expectedTotal: due.amount - adjustments.amount,
    }),
    schema,
    async send(body, idempotencyKey) {
      await claim.mutateAsync({ body, idempotencyKey });
      form.reset();
      onClose();
    },
  });
  const less =
    adjustments.amount > 0
      ? ` Enter ${formatCents(adjustments.amount)} that went back to donors as an adjustment on the claim.`
      : '';
  return (
    <FormModal
      title="Mark as Claimed"
      text={`${countOf(due.lines, 'donation')} of ${formatCents(due.amount)} in all count as claimed from then on, and are in no later schedule.${less}`}
      action="Mark as Claimed"
      isHarmless
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <TextInput
        type="date"
        label="Claimed on"
        aria-required="true"
        data-autofocus
        {...form.getInputProps('claimedOn')}
      />
      <TextInput
        label="Reference"
        description="Optional: what HM Revenue & Customs calls the claim."
        autoComplete="off"
        {...form.getInputProps('reference')}
      />
    </FormModal>
  );
}
