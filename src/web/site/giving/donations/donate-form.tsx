import { Button, Checkbox, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CauseId } from '#contract/ids.ts';
import { formatCents } from '#core/money.ts';
import { readId } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import { useCauses } from '#web/shared/cause-queries.ts';
import { ContactFields, noContact } from '#web/shared/contact-fields.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';
import { CurrencyField } from '#web/site/giving/donations/currency-field.tsx';
import classes from '#web/site/giving/donations/donate-form.module.css';
import { useCreateDonation } from '#web/site/giving/donations/queries.ts';
import { Honeypot, noWebsite } from '#web/site/shared/honeypot.tsx';
import { CauseField } from '#web/site/vetting/causes/cause-field.tsx';
import { Fieldset } from '#web/ui/fieldset.tsx';
import { Form, FormActions } from '#web/ui/form.tsx';
import { forgetInTab, keepInTab, readFromTab } from '#web/ui/tab-storage.ts';

const schema = () =>
  import('#contract/giving/donations.ts').then((contract) => contract.donationInput);

const empty = {
  amount: undefined as number | undefined,
  causeId: '',
  description: '',
  isAvailableToVolunteerTime: false,
  ...noContact,
  ...noWebsite,
};
type Draft = typeof empty;

// What the donor typed outlives the visit to the payment page, in this tab only.
const draftKey = 'donation-draft';

function readDraft(): Draft | null {
  const kept = readFromTab<Partial<Draft>>(draftKey);
  return kept === null ? null : { ...empty, ...kept };
}

export function forgetDonationDraft() {
  forgetInTab(draftKey);
}

export function DonateForm() {
  const causes = useCauses();
  const createDonation = useCreateDonation();
  const [draft] = useState(readDraft);
  const leaving = useLeaving();

  const { form, onSubmit } = useSubmitForm({
    initialValues: draft ?? empty,
    schema,
    check: ({ amount }) => amountErrors(amount),
    async send(values, idempotencyKey) {
      const { url } = await createDonation.mutateAsync({
        body: { ...values, amount: values.amount ?? 0, causeId: readId<CauseId>(values.causeId) },
        idempotencyKey,
      });
      keepInTab(draftKey, values);
      leaving.leaveFor(url);
    },
  });
  const sending = form.submitting || leaving.isLeaving;

  return (
    <Form onSubmit={onSubmit}>
      {draft && (
        <p className={classes.note} role="status">
          You came back before your payment was confirmed. What you typed is still here. If you have
          paid already, please do not pay again: your receipt is on its way by email.
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
        <CauseField
          causes={causes}
          emptyText="There are no causes to donate to yet. Please come back soon."
          {...form.getInputProps('causeId')}
        />
        <Textarea
          label="Description"
          description="Optional. Anything you would like us to know about your donation."
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
      <FormActions>
        <Button type="submit" size="lg" color="marigold" loading={sending}>
          Continue to Payment Information
        </Button>
        <a className={classes.badge} href="https://stripe.com" rel="noopener" target="_blank">
          powered by <strong>Stripe</strong>
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      </FormActions>
      <p className={classes.afterword}>
        {siteInfo.isTrial
          ? siteInfo.payments === 'test'
            ? 'This site is in test mode: the next page only simulates a payment.'
            : 'This site is in test mode: the next page takes only Stripe’s test cards.'
          : 'You enter your card details on Stripe’s payment page. We never see your card number.'}
      </p>
    </Form>
  );
}

/** Checks the limits of this charity. The schema checks for an empty amount. */
function amountErrors(amount: number | undefined): Record<string, string> {
  const { minDonation, maxDonation } = siteInfo;
  if (amount === undefined) return {};
  if (amount < minDonation) return { amount: `Must be at least ${formatCents(minDonation)}` };
  if (amount > maxDonation) return { amount: `Must be at most ${formatCents(maxDonation)}` };
  return {};
}

/** Keeps the button busy while the payment page loads, and frees it when Back shows this page again. */
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
