import { Button, Checkbox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Donation } from '#contract/giving/donations.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { missingOf } from '#core/ledger/ledger.ts';
import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpointOf } from '#web/admin/client/use-endpoint.ts';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { donorName } from '#web/admin/shared/contact-details.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import classes from '#web/admin/spending/allocations/allocate-modal.module.css';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { Money } from '#web/shared/money.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface AllocateModalProps {
  donationId: DonationId | null;
  nominationId: NominationId | null;
  /** Clears the selection in the list. */
  onClose: () => void;
}

/** Opens when both a donation and a nomination are selected. */
export function AllocateModal({ donationId, nominationId, onClose }: AllocateModalProps) {
  const opened = donationId !== null && nominationId !== null;
  const shownDonationId = useLastValue(opened ? donationId : null);
  const donation = useEndpointOf(endpoints.getDonation, shownDonationId);
  const shownNominationId = useLastValue(opened ? nominationId : null);
  const nomination = useEndpointOf(endpoints.getNomination, shownNominationId);
  const failed = donation.isError || nomination.isError;
  return (
    <Modal title="Allocate Funds" opened={opened} onClose={onClose} size="narrow">
      {failed && (
        <ErrorNotice
          text="The donation or the nomination could not be loaded."
          onRetry={() => {
            void donation.refetch();
            void nomination.refetch();
          }}
        />
      )}
      {donation.data && nomination.data ? (
        <AllocateForm
          key={`${donation.data.id} ${nomination.data.id}`}
          donation={donation.data}
          nomination={nomination.data}
          onClose={onClose}
        />
      ) : (
        !failed && <ProgressRing />
      )}
    </Modal>
  );
}

interface AllocateFormProps {
  donation: Donation;
  nomination: Nomination;
  onClose: () => void;
}

function AllocateForm({ donation, nomination, onClose }: AllocateFormProps) {
  const mayAllocate = useMay('allocations.write');
  const amountField = useRef<HTMLInputElement>(null);
  // Focus the field when the form appears, which may be after the dialog: the amounts may have to load first.
  // If the form is there earlier, the dialog finds the field itself. Nor does it take the focus from a page that it
  // has already gone back to: the dialog may have been closed before the amounts were there.
  useEffect(() => {
    const field = amountField.current;
    if (!field?.closest('[role="dialog"]')?.contains(document.activeElement)) return;
    field.focus();
    field.select();
  }, []);
  const missing = missingOf(nomination.goalAmount, nomination.allocatedAmount);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.createAllocation,
    initialValues: {
      amount: centsToDecimal(donation.availableAmount),
      isBeyondGoalMeant: false,
    },
    toBody: ({ amount, isBeyondGoalMeant }) => ({
      amount: parseAmount(amount) ?? 0,
      donationId: donation.id,
      nominationId: nomination.id,
      ...(isBeyondGoalMeant && { isBeyondGoalMeant }),
    }),
    check: ({ amount, isBeyondGoalMeant }) => ({
      // Not whether the donation has so much: the server knows what is left by now, and says it.
      ...amountErrors(amount),
      ...(beyondOf(nomination, donation, amount) > 0 &&
        !isBeyondGoalMeant && { isBeyondGoalMeant: 'Check this, or allocate less' }),
    }),
    refusedField: 'amount',
    said: ({ amount }) => `${formatCents(amount)} successfully allocated`,
    onClose,
  });
  const beyond = beyondOf(nomination, donation, form.getValues().amount);
  return (
    <form onSubmit={onSubmit} noValidate>
      <dl className={`grid below-5 ${classes.sides}`}>
        <div>
          <dt className="soft small">Available Amount</dt>
          <dd>
            <Money cents={donation.availableAmount} />
          </dd>
          <dd className={classes.who}>{`${donorName(donation)}, for ${donation.cause.name}`}</dd>
        </div>
        <div>
          <dt className="soft small">Allocated Amount</dt>
          <dd>
            <Money cents={nomination.allocatedAmount} />
          </dd>
          <dd className={classes.who}>{nomination.nominee}</dd>
          {nomination.goalAmount !== null && (
            <dd className={classes.who}>
              {`Goal ${formatCents(nomination.goalAmount)}, ${formatCents(missing ?? 0)} missing`}
            </dd>
          )}
        </div>
      </dl>
      <AmountField
        type="number"
        ref={amountField}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      {beyond > 0 && (
        <Checkbox
          className="above-4"
          label={`Allocate ${formatCents(beyond)} more than the goal`}
          {...form.getInputProps('isBeyondGoalMeant', { type: 'checkbox' })}
        />
      )}
      {!mayAllocate && (
        <p className="above-4 soft">
          Nothing is allocated yet: somebody who may allocate, such as a treasurer, approves it
          first.
        </p>
      )}
      <ModalActions>
        <Button type="submit" color="marigold" loading={form.submitting}>
          {mayAllocate ? 'Allocate Funds' : 'Propose'}
        </Button>
      </ModalActions>
    </form>
  );
}

/** By how many cents a typed amount would pass the goal; 0 for more than there is, which is no question of the goal. */
function beyondOf(
  { goalAmount, allocatedAmount }: Nomination,
  { availableAmount }: Donation,
  amount: string,
): number {
  const cents = parseAmount(amount) ?? 0;
  if (goalAmount === null || cents === 0 || cents > availableAmount) return 0;
  return Math.max(0, allocatedAmount + cents - goalAmount);
}
