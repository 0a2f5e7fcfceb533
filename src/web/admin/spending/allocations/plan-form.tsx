import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { DonationId } from '#contract/ids.ts';
import type { AllocationPlan, Allocations } from '#contract/spending/allocations.ts';
import type { NominationSummary } from '#contract/vetting/nominations.ts';
import { missingOf } from '#core/ledger/ledger.ts';
import { countOf } from '#core/platform/counts.ts';
import { centsToDecimal, formatCents, maxAmountCents, tooLarge } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { planColumns } from '#web/admin/spending/allocations/plan-columns.tsx';
import { PlanOutcome } from '#web/admin/spending/allocations/plan-outcome.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { PlainTable } from '#web/admin/ui/data-table.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface PlanProps {
  nomination: NominationSummary;
  /** Only these donations; all of the cause if it is left out. */
  donationIds?: DonationId[];
  /** The amount that is offered at first, in cents: what is missing of the goal if it is left out. */
  offered?: number;
  /** What is about to happen, in a sentence. */
  lead: string;
  onClose: () => void;
  /** Called when money was allocated, or somebody was asked to. */
  onBooked?: () => void;
}

/** Allocates what several donations give to a need in one step, with a look at each of them before. */
export function PlanSteps(props: PlanProps) {
  const [done, setDone] = useState<Allocations | null>(null);
  return done === null ? (
    <PlanForm
      {...props}
      onDone={(booked) => {
        setDone(booked);
        props.onBooked?.();
      }}
    />
  ) : (
    <PlanOutcome nomination={props.nomination} done={done} onClose={props.onClose} />
  );
}

interface PlanFormProps extends PlanProps {
  onDone: (done: Allocations) => void;
}

function PlanForm({
  nomination,
  donationIds,
  offered,
  lead,
  onClose,
  onBooked,
  onDone,
}: PlanFormProps) {
  const { id, goalAmount, allocatedAmount } = nomination;
  const missing = missingOf(goalAmount, allocatedAmount);
  const mayAllocate = useMay('allocations.write');
  const first = offered ?? missing;
  const initial = first ? centsToDecimal(first) : '';
  const [typed, setTyped] = useState(initial);
  const typedCents = parseAmount(typed) ?? 0;
  const isTooLarge = typedCents > maxAmountCents;
  const wanted = isTooLarge ? 0 : typedCents;
  const plan = useEndpoint(
    endpoints.planAllocations,
    wanted > 0
      ? { params: { id }, query: { amount: wanted, donationIds: donationIds?.join(',') } }
      : null,
    { gcTime: 0, keepsLast: true },
  );
  const shown = wanted > 0 ? plan.data : undefined;
  const amount = shown?.amount ?? 0;
  const beyond = missing === null ? 0 : Math.max(0, amount - missing);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.createAllocations,
    params: { id },
    initialValues: { amount: initial, isBeyondGoalMeant: false },
    check: (values) => ({
      ...amountErrors(values.amount),
      ...(beyond > 0 &&
        !values.isBeyondGoalMeant && { isBeyondGoalMeant: 'Check this, or allocate less' }),
    }),
    toBody: ({ isBeyondGoalMeant }) => ({
      lines: (shown?.lines ?? []).map((line) => ({
        donationId: line.donationId,
        amount: line.amount,
      })),
      ...(isBeyondGoalMeant && { isBeyondGoalMeant }),
    }),
    refusedField: 'amount',
    said: (booked) => `${formatCents(booked.amount)} successfully allocated`,
    onDone,
    onClose() {
      onBooked?.();
      onClose();
    },
  });
  const amountField = form.getInputProps('amount');
  // What is shown while the next plan loads belongs to another amount.
  const isCurrent = shown !== undefined && !plan.isPlaceholderData;
  const action = mayAllocate ? 'Allocate' : 'Propose';
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className="below-5">{lead}</p>
      <AmountField
        data-autofocus
        description={describeGoal(goalAmount, missing)}
        {...amountField}
        error={isTooLarge ? tooLarge() : amountField.error}
        onChange={(event) => {
          amountField.onChange(event);
          setTyped(event.currentTarget.value);
        }}
      />
      <CallError call={plan} failed="The donations could not be loaded." />
      {wanted > 0 && plan.isLoading && <ProgressRing />}
      {shown && (
        <Preview
          plan={shown}
          wanted={wanted}
          missing={missing}
          isChosen={donationIds !== undefined}
        />
      )}
      {beyond > 0 && (
        <Checkbox
          className="above-4"
          label={`Allocate ${formatCents(beyond)} more than the goal`}
          {...form.getInputProps('isBeyondGoalMeant', { type: 'checkbox' })}
        />
      )}
      {!mayAllocate && (
        <p className="above-4 below-4">
          Nothing is allocated yet: somebody who may allocate, such as a treasurer, approves it
          first.
        </p>
      )}
      <ModalActions>
        <SubmitButtons
          action={amount > 0 ? `${action} ${formatCents(amount)}` : action}
          color="marigold"
          loading={form.submitting}
          disabled={wanted > 0 && (!isCurrent || amount === 0)}
          onCancel={onClose}
        />
      </ModalActions>
    </form>
  );
}

function describeGoal(goalAmount: number | null, missing: number | null): string | undefined {
  if (goalAmount === null || missing === null) return undefined;
  return missing === 0
    ? `The goal of ${formatCents(goalAmount)} is met.`
    : `${formatCents(missing)} of the goal of ${formatCents(goalAmount)} is missing.`;
}

interface PreviewProps {
  plan: AllocationPlan;
  wanted: number;
  missing: number | null;
  /** Only some donations were asked. */
  isChosen: boolean;
}

/** What the donations add up to, in sight however many there are, and what each of them gives. */
function Preview({ plan, wanted, missing, isChosen }: PreviewProps) {
  const { lines, amount, hasMore } = plan;
  if (lines.length === 0) {
    return (
      <p className="above-4 below-4">
        {isChosen
          ? 'None of these donations has money available for this need.'
          : 'No donation for this cause has money available.'}
      </p>
    );
  }
  const count = countOf(lines.length, 'donation gives', 'donations give');
  const rest = missing === null ? null : Math.max(0, missing - amount);
  return (
    <>
      <p className="above-4 below-4" aria-live="polite">
        <strong>{`${count} ${formatCents(amount)}.`}</strong>{' '}
        {amount < wanted &&
          (hasMore
            ? 'More donations than these cannot be allocated at once. Do it again for the rest.'
            : isChosen
              ? 'They do not have more.'
              : 'More is not available for this cause.')}{' '}
        {rest === 0 && 'Then the goal is met.'}
        {rest !== null && rest > 0 && `Then ${formatCents(rest)} of the goal is still missing.`}
      </p>
      <PlainTable
        label="What each donation gives"
        columns={planColumns}
        items={lines.map(({ donationId: id, ...line }) => ({ ...line, id }))}
      />
    </>
  );
}
