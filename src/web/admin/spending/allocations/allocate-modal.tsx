import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Donation } from '#contract/giving/donations.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { centsToDecimal, parseDollars } from '#core/money.ts';
import { ApiError } from '#web/client/api-client.ts';
import { useCreateAllocation } from '#web/admin/queries/allocations.ts';
import { useDonation } from '#web/admin/queries/donations.ts';
import { useNomination } from '#web/admin/queries/nominations.ts';
import classes from '#web/styles/admin.module.css';
import { AmountField, amountErrors } from '#web/admin/shared/amount-field.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { Money } from '#web/shared/money.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

interface AllocateModalProps {
  donationId: string | null;
  nominationId: string | null;
  /** Clears the selection made on the list. */
  onClose: () => void;
}

/** Opens when both a donation and a nomination are selected. */
export function AllocateModal({ donationId, nominationId, onClose }: AllocateModalProps) {
  const opened = donationId !== null && nominationId !== null;
  const donation = useDonation(useLastValue(opened ? donationId : null));
  const nomination = useNomination(useLastValue(opened ? nominationId : null));
  const failed = donation.isError || nomination.isError;
  return (
    <Dialog title="Allocate Funds" opened={opened} onClose={onClose} size="narrow">
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
          onDone={onClose}
        />
      ) : (
        !failed && <ProgressRing />
      )}
    </Dialog>
  );
}

interface AllocateFormProps {
  donation: Donation;
  nomination: Nomination;
  onDone: () => void;
}

function AllocateForm({ donation, nomination, onDone }: AllocateFormProps) {
  const createAllocation = useCreateAllocation();
  const idempotency = useIdempotencyKey();
  const amountField = useRef<HTMLInputElement>(null);
  // When the form appears, which may be later than the dialog: the amounts may have to be fetched first. Where it
  // is earlier, the dialog looks for what wants the focus.
  useEffect(() => {
    amountField.current?.focus();
    amountField.current?.select();
  }, []);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { amount: centsToDecimal(donation.availableAmount) },
    check: ({ amount }) => amountErrors(amount),
    async send({ amount }) {
      const body = {
        amount: parseDollars(amount) ?? 0,
        donationId: donation.id,
        nominationId: nomination.id,
      };
      try {
        await createAllocation.mutateAsync({ ...body, idempotencyKey: idempotency.keyFor(body) });
      } catch (error) {
        // Refused because of the money: the reason belongs to the amount.
        if (error instanceof ApiError && error.status === 409 && error.data) {
          form.setFieldError('amount', error.data.message);
        }
        throw error;
      }
      idempotency.renew();
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <dl className={classes.sides}>
        <div>
          <dt>Available Amount</dt>
          <dd>
            <Money cents={donation.availableAmount} />
          </dd>
          <dd className={classes.who}>
            {`${donation.firstName} ${donation.lastName}, for ${donation.cause.name}`}
          </dd>
        </div>
        <div>
          <dt>Allocated Amount</dt>
          <dd>
            <Money cents={nomination.allocatedAmount} />
          </dd>
          <dd className={classes.who}>{nomination.nominee}</dd>
        </div>
      </dl>
      <AmountField ref={amountField} data-autofocus {...form.getInputProps('amount')} />
      <div className={classes.modalActions}>
        <Button type="submit" color="marigold" loading={form.submitting}>
          Allocate Funds
        </Button>
      </div>
    </form>
  );
}
