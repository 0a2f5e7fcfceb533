import { NativeSelect } from '@mantine/core';
import type { Donation } from '#contract/giving/donations.ts';
import { formatDate } from '#core/dates.ts';
import { centsToDecimal, formatCents, parseDollars } from '#core/money.ts';
import { ApiError } from '#web/client/api-client.ts';
import { useReplaceAllocation } from '#web/admin/queries/allocations.ts';
import { useDonations } from '#web/admin/queries/donations.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { ConfirmDialog } from '#web/ui/form-modal.tsx';
import { ReasonField, reasonErrors } from '#web/admin/shared/reason-field.tsx';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface ReplaceModalProps {
  donation: Donation;
  allocation: Donation['allocations'][number];
  opened: boolean;
  onClose: () => void;
}

/** Lets another gift of the same cause pay for an allocation, so that the need keeps its money. */
export function ReplaceModal({ donation, allocation, opened, onClose }: ReplaceModalProps) {
  const replace = useReplaceAllocation();
  const idempotency = useIdempotencyKey();
  const gifts = useDonations({ hideFullyAllocated: true, causeId: donation.cause.id, id: '' });
  const others = (gifts.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => id !== donation.id,
  );
  const missing = Math.min(donation.deficitAmount || allocation.amount, allocation.amount);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { donationId: '', amount: centsToDecimal(missing), reason: '' },
    check: ({ donationId, amount, reason }): Record<string, string> => ({
      ...(donationId === '' && { donationId: 'Required' }),
      ...amountErrors(amount),
      ...reasonErrors(reason),
    }),
    async send({ donationId, amount, reason }) {
      const content = {
        id: allocation.id,
        donationId,
        amount: parseDollars(amount) ?? 0,
        reason: reason.trim(),
      };
      try {
        await replace.mutateAsync({ ...content, idempotencyKey: idempotency.keyFor(content) });
      } catch (error) {
        if (error instanceof ApiError && error.status === 409 && error.data) {
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
      title="Move to Another Gift"
      text={`${allocation.nomination.nominee} keeps the money; another gift for ${donation.cause.name} pays for it.`}
      action="Move"
      opened={opened}
      loading={form.submitting}
      onClose={onClose}
      onConfirm={onSubmit}
    >
      <NativeSelect
        label="Gift"
        name="donationId"
        data-autofocus
        aria-required="true"
        data={[
          { value: '', label: 'Choose a gift' },
          ...others.map(({ id, createdAt, availableAmount }) => ({
            value: id,
            label: `${formatDate(createdAt)}, ${formatCents(availableAmount)} available (${id.slice(-6)})`,
          })),
        ]}
        description={
          gifts.isSuccess && others.length === 0
            ? 'No other gift for this cause has money left.'
            : undefined
        }
        {...form.getInputProps('donationId')}
      />
      <AmountField size="md" {...form.getInputProps('amount')} />
      <ReasonField description="Kept with the money's history." {...form.getInputProps('reason')} />
    </ConfirmDialog>
  );
}
