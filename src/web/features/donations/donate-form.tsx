import { Button, Checkbox, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatCents } from '#core/money.ts';
import { useCauses } from '#web/features/causes/queries.ts';
import { useCreateDonation } from '#web/features/donations/queries.ts';
import { siteInfo } from '#web/site-info.ts';
import formClasses from '#web/styles/form-page.module.css';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { ContactFields, noContact } from '#web/ui/contact-fields.tsx';
import { CurrencyField } from '#web/ui/currency-field.tsx';
import classes from '#web/ui/fieldset.module.css';
import { Fieldset } from '#web/ui/fieldset.tsx';
import { Honeypot, noWebsite } from '#web/ui/honeypot.tsx';
import { useIdempotencyKey } from '#web/ui/use-idempotency-key.ts';
import { useSubmitForm } from '#web/ui/use-submit-form.ts';

// Fetched beside the page; needed only when the form is sent.
const schema = import('#contract/donations.ts').then((contract) => contract.donationInput);
schema.catch(() => {});

const empty = {
  amount: undefined as number | undefined,
  causeId: '',
  description: '',
  isAvailableToVolunteerTime: false,
  ...noContact,
  ...noWebsite,
};
type Draft = typeof empty;

// What was typed outlives the trip to the payment page, in this tab only.
const draftKey = 'donation-draft';

function readDraft(): Draft | null {
  try {
    const text = sessionStorage.getItem(draftKey);
    return text === null ? null : { ...empty, ...(JSON.parse(text) as Partial<Draft>) };
  } catch {
    return null;
  }
}

function keepDraft(draft: Draft) {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft));
  } catch {
    // Storage is off or full: the payment still works, only the way back is less comfortable.
  }
}

export function forgetDonationDraft() {
  try {
    sessionStorage.removeItem(draftKey);
  } catch {
    // Nothing could have been kept either.
  }
}

export function DonateForm() {
  const causes = useCauses();
  const createDonation = useCreateDonation();
  const idempotency = useIdempotencyKey();
  const [draft] = useState(readDraft);
  const leaving = useLeaving();

  const { form, onSubmit } = useSubmitForm({
    initialValues: draft ?? empty,
    schema: () => schema,
    check: ({ amount }) => amountErrors(amount),
    async send(values) {
      const { url } = await createDonation.mutateAsync({
        body: { ...values, amount: values.amount ?? 0 },
        idempotencyKey: idempotency.keyFor(values),
      });
      idempotency.renew();
      keepDraft(values);
      leaving.leaveFor(url);
    },
  });
  const sending = form.submitting || leaving.isLeaving;

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {draft && (
        <p className={formClasses.note} role="status">
          Your payment was not completed, and nothing was charged. What you typed is still here.
        </p>
      )}
      <Fieldset legend="Donation Information">
        <CurrencyField
          label="Amount"
          name="amount"
          size="lg"
          aria-required="true"
          {...form.getInputProps('amount')}
        />
        <ChoiceField
          label="Cause"
          name="causeId"
          prompt="Choose a cause"
          loadingText="Loading the causes…"
          emptyText="There is no cause to give to yet. Please come back soon."
          failedText="The causes could not be loaded."
          aria-required="true"
          options={causes.data}
          failed={causes.isError && !causes.isFetching}
          onRetry={() => void causes.refetch()}
          {...form.getInputProps('causeId')}
        />
        <Textarea
          label="Description"
          description="Optional. Anything you would like us to know about your gift."
          name="description"
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        <Checkbox
          label="I am available to volunteer my time"
          name="isAvailableToVolunteerTime"
          {...form.getInputProps('isAvailableToVolunteerTime', { type: 'checkbox' })}
        />
      </Fieldset>
      <Fieldset legend="Your Information">
        <ContactFields form={form} />
      </Fieldset>
      <Honeypot {...form.getInputProps('website', { withError: false })} />
      <div className={classes.actions}>
        <Button type="submit" size="lg" color="marigold" loading={sending}>
          Continue to Payment Information
        </Button>
        <a className={formClasses.badge} href="https://stripe.com" rel="noopener" target="_blank">
          powered by <strong>Stripe</strong>
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </div>
      <p className={formClasses.afterword}>
        {siteInfo.payments === 'test'
          ? 'This site is in test mode: the next page only pretends to be a payment page.'
          : 'You enter your card on the payment page of Stripe. We never see its number.'}
      </p>
    </form>
  );
}

/** The limits of this charity; an empty amount is the schema's matter. */
function amountErrors(amount: number | undefined): Record<string, string> {
  const { minDonation, maxDonation } = siteInfo;
  if (amount === undefined) return {};
  if (amount < minDonation) return { amount: `Must be at least ${formatCents(minDonation)}` };
  if (amount > maxDonation) return { amount: `Must be at most ${formatCents(maxDonation)}` };
  return {};
}

/** Keeps the button busy while the payment page loads, and frees it when the browser's Back shows this page again. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  return {
    isLeaving,
    leaveFor(url: string) {
      setLeaving(true);
      window.location.assign(url);
    },
  };
}
