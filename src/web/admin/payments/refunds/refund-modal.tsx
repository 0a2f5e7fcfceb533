import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { Donation } from '#contract/giving/donations.ts';
import type { PlanId } from '#contract/ids.ts';
import { coverInReturn } from '#core/ledger/card-costs.ts';
import { centsToDecimal, formatCents, sumCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { describePlan } from '#web/admin/plans/plans/describe-plan.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { ReasonField } from '#web/admin/shared/reason-field.tsx';
import { notifyError, notifySuccess } from '#web/ui/notify.ts';

/** What of a donation can still be refunded, in cents. */
const refundable = ({ availableAmount, requestedRefunds }: Donation) =>
  Math.max(0, availableAmount - requestedRefunds);

/** How much can be refunded, and why not more. */
function describeLimit(donation: Donation): string {
  const { amount, returnedAmount, requestedRefunds, allocations, spentBeforeAmount } = donation;
  const allocated = sumCents(allocations.map((allocation) => allocation.amount));
  const parts = [
    { cents: allocated, what: 'is allocated' },
    { cents: spentBeforeAmount, what: 'was spent before it was imported' },
    { cents: requestedRefunds, what: 'is in refunds that are not confirmed yet' },
    { cents: returnedAmount, what: 'went back already' },
  ].filter(({ cents }) => cents > 0);
  const limit = `At most ${formatCents(refundable(donation))}`;
  if (parts.length === 0) return `${limit}.`;
  const taken = parts.map(({ cents, what }) => `${formatCents(cents)} ${what}`);
  return `${limit}: of ${formatCents(amount)}, ${new Intl.ListFormat('en-US').format(taken)}.`;
}

/** Returns money to the donor by the original payment method. */
export function RefundModal({ donation, ...dialog }: DialogProps & { donation: Donation }) {
  return (
    <FormDialog
      {...dialog}
      title="Refund Donation"
      text={`The money goes back to ${donation.firstName} ${donation.lastName} the way it was paid, and we send them an email. You cannot undo this.`}
      action="Refund"
      to={endpoints.createRefund}
      params={{ id: donation.id }}
      initialValues={{
        amount: centsToDecimal(refundable(donation)),
        reason: '',
        stopsPlan: false,
      }}
      toBody={({ amount, ...rest }) => ({ ...rest, amount: parseAmount(amount) ?? 0 })}
      check={({ amount }) => amountErrors(amount)}
      refusedField="amount"
      onDone={({ amount, status }) => {
        if (status === 'failed') notifyError(`The refund of ${formatCents(amount)} failed`);
        else notifySuccess(`${formatCents(amount)} refunded`);
        dialog.onClose();
      }}
    >
      {(form) => (
        <>
          <AmountField
            size="md"
            data-autofocus
            description={describeLimit(donation)}
            {...form.getInputProps('amount')}
          />
          <CoverNote donation={donation} typed={form.values.amount} />
          <ReasonField
            description="Kept in the audit trail; the donor does not see it."
            {...form.getInputProps('reason')}
          />
          {donation.planId !== null && (
            <StopPlanChoice
              id={donation.planId}
              {...form.getInputProps('stopsPlan', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Whoever gets a payment back may not want the next one either; only somebody who asks knows it. */
function StopPlanChoice({ id, ...input }: { id: PlanId } & CheckboxProps) {
  const { data: plan } = useEndpoint(endpoints.getPlan, { params: { id } });
  if (!plan || plan.ended !== null || plan.isBeingStopped) return null;
  return (
    <Checkbox
      {...input}
      label={`Also stop the recurring donation of ${describePlan(plan)}`}
      description="Otherwise the next payment is charged as before."
    />
  );
}

/** What a refund of the typed amount does to what the donor added for card costs, and to what the payment cost. */
function CoverNote({ donation, typed }: { donation: Donation; typed: string }) {
  const { amount, returnedAmount, requestedRefunds, coverLeft, costs } = donation;
  const cents = parseAmount(typed) ?? 0;
  const returned = returnedAmount + requestedRefunds;
  const isLast = cents > 0 && cents + returned >= amount;
  const cover = isLast
    ? coverInReturn(cents + coverLeft, {
        amountCents: amount,
        returnedCents: returned,
        coverCents: coverLeft,
      })
    : 0;
  const costsLeft = (costs ?? 0) - (coverLeft - cover);
  return (
    <p className="soft">
      {cover > 0 &&
        `With the last of the donation, the ${formatCents(cover)} that was added for card costs goes back, too: ${formatCents(cents + cover)} in all. `}
      {costs === null
        ? 'The payment provider keeps its fee of this payment.'
        : costs > 0 &&
          `The payment provider keeps its fee of ${formatCents(costs)}${costsLeft > 0 ? `; ${formatCents(costsLeft)} of it is left for the charity to pay` : ''}.`}
    </p>
  );
}
