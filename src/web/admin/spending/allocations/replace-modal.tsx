import { NativeSelect } from '@mantine/core';
import type { Donation } from '#contract/giving/donations.ts';
import type { DonationId } from '#contract/ids.ts';
import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { readId } from '#web/client/paths.ts';

interface ReplaceModalProps extends DialogProps {
  donation: Donation;
  allocation: Donation['allocations'][number];
}

/** Replaces an allocation with another donation to the same cause, so that the need keeps its money. */
export function ReplaceModal({ donation, allocation, ...dialog }: ReplaceModalProps) {
  const donations = usePages(endpoints.listDonations, {
    query: { hideFullyAllocated: 'true', causeId: donation.cause.id, order: 'newest' },
  });
  const others = (donations.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => id !== donation.id,
  );
  const isNone = donations.isSuccess && others.length === 0;
  const missing = Math.min(donation.deficitAmount || allocation.amount, allocation.amount);
  return (
    <FormDialog
      {...dialog}
      title="Move to Another Donation"
      text={`${allocation.nomination.nominee} keeps the money; another donation for ${donation.cause.name} pays for it.`}
      action="Move"
      to={endpoints.replaceAllocation}
      params={{ id: allocation.id }}
      initialValues={{ donationId: '', amount: centsToDecimal(missing), reason: '' }}
      toBody={({ donationId, amount, reason }) => ({
        donationId: readId<DonationId>(donationId),
        amount: parseAmount(amount) ?? 0,
        reason,
      })}
      check={({ amount }) => amountErrors(amount)}
      refusedField="amount"
      said={({ amount }) => `${formatCents(amount)} moved to the other donation`}
    >
      {(form) => (
        <>
          <NativeSelect
            label="Donation"
            name="donationId"
            data-autofocus
            aria-required="true"
            data={[
              { value: '', label: 'Choose a donation' },
              ...others.map(({ id, createdAt, amount, availableAmount, donor }) => ({
                value: id,
                label: `${formatDate(createdAt)}, ${formatCents(amount)}${donor ? ` from ${donor.firstName} ${donor.lastName}` : ''}, ${formatCents(availableAmount)} available`,
              })),
            ]}
            description={isNone && 'No other donation for this cause has money available.'}
            {...form.getInputProps('donationId')}
          />
          <AmountField size="md" {...form.getInputProps('amount')} />
          <ReasonField description="Kept in the audit trail." {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  );
}
