import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CauseChoice, FormState, NeedToGiveTo, OpenCause } from '#contract/documents.ts';
import { donationFormErrors, type FormFields, readDonationForm } from '#contract/form-fields.ts';
import type { CauseId } from '#contract/ids.ts';
import type { SiteInfo } from '#contract/site.ts';
import { chargeAt, intervalWords, type PlanInterval } from '#core/plans/plans.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { call } from '#web/client/api-client.ts';
import { keepDonationDraft } from '#web/client/donation-draft.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths, readId } from '#web/client/paths.ts';
import { AmountField } from '#web/site/giving/donations/amount-field.tsx';
import { BoundNeedField } from '#web/site/giving/donations/bound-need-field.tsx';
import { CardCostsField } from '#web/site/giving/donations/card-costs-field.tsx';
import classes from '#web/site/giving/donations/donate-form.module.css';
import { DonationWishes } from '#web/site/giving/donations/donation-wishes.tsx';
import { useDraft } from '#web/site/giving/donations/use-draft.ts';
import { IntervalField } from '#web/site/plans/interval-field.tsx';
import { GiftAidFields } from '#web/site/receipts/gift-aid/gift-aid-fields.tsx';
import { ContactFields } from '#web/site/shared/contact-fields.tsx';
import { CheckboxField, TextArea } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { fieldsOf, useSiteForm } from '#web/site/shared/use-site-form.ts';
import { aboutRunningCosts, CauseField } from '#web/site/vetting/causes/cause-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fieldset, FormActions } from '#web/ui/form-layout.tsx';

const schema = () =>
  import('#contract/giving/donations.ts').then((contract) => contract.donationInput);

interface DonateFormProps {
  /** Only that of the need, if there is one. */
  causes: readonly OpenCause[];
  /** The need that the donation is for; null for one to a cause. */
  need: NeedToGiveTo | null;
  site: Pick<
    SiteInfo,
    | 'payments'
    | 'isTrial'
    | 'minDonation'
    | 'maxDonation'
    | 'presets'
    | 'cardCosts'
    | 'boundDays'
    | 'asksForAddress'
    | 'giftAidFor'
    | 'timeZone'
  >;
  state: FormState;
}

/** The donation form. */
export default function DonateForm({ causes, need, site, state }: DonateFormProps) {
  const leaving = useLeaving();
  const form = useSiteForm({
    state,
    read: (fields) => readDonationForm(fields, site.cardCosts),
    schema,
    check: (fields) => donationFormErrors(fields, site),
    async send(input, idempotencyKey) {
      const { amount: cents = 0, causeId, ...details } = input;
      const body = { ...details, amount: cents, causeId: readId<CauseId>(causeId) };
      const { url } = await call(endpoints.createDonation, { body, idempotencyKey });
      if (form.ref.current) keepDonationDraft(fieldsOf(form.ref.current));
      leaving.leaveFor(url);
    },
  });
  useDraft(form.ref, state, need);
  const donation = useDonation(form.ref, causes, state, { ...site, need });

  return (
    <Form form={form} action={paths.donate}>
      <Fieldset legend="Donation Information">
        <AmountField
          presets={site.presets}
          most={site.maxDonation}
          onAmount={() => form.clearError('amount')}
        />
        {need ? <BoundNeedField need={need} days={site.boundDays} /> : <IntervalField />}
        <CauseField
          causes={causes}
          description={aboutRunningCosts(causes)}
          emptyText="There are no causes to donate to yet. Please come back soon."
        />
        <TextArea
          label="Description"
          description="Optional. Anything you would like us to know about your donation."
          name="description"
          maxLength={2000}
        />
        <CheckboxField
          label="I am available to volunteer my time"
          name="isAvailableToVolunteerTime"
        />
      </Fieldset>
      <Fieldset legend="Your Information">
        <ContactFields why="We call you only if you offer your time, or if something about your donation is unclear. The zip code tells us what is near you, in case you offer your time." />
        {site.asksForAddress && (
          <TextArea
            label="Postal Address"
            description="For your receipt for taxes: street, city, and postal code. Leave it empty if you do not need one."
            name="postalAddress"
            rows={3}
            maxLength={500}
            autoComplete="street-address"
          />
        )}
      </Fieldset>
      {site.giftAidFor !== null && <GiftAidFields charity={site.giftAidFor} />}
      <DonationWishes />
      <CardCostsField
        amount={donation.amount}
        cardCosts={site.cardCosts}
        isTrial={site.isTrial}
        isRecurring={donation.isRecurring}
        onChange={donation.refresh}
      />
      <div className={classes.reach}>
        <p className={classes.donation} role="status">
          {donation.sentence}
        </p>
        <FormActions>
          <Button
            type="submit"
            look="important"
            size="large"
            isBusy={form.isSending || leaving.isLeaving}
          >
            Continue to Payment Information
          </Button>
          {site.payments === 'stripe' && (
            <a
              className={`tap soft small ${classes.badge}`}
              href="https://stripe.com"
              rel="noopener"
              target="_blank"
            >
              powered by <strong>Stripe</strong>
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          )}
        </FormActions>
      </div>
      <p className="soft small">
        {site.isTrial
          ? site.payments === 'test'
            ? 'This site is a trial: the next page only simulates a payment.'
            : 'This site is a trial: the next page takes only Stripe’s test cards.'
          : 'You enter your card details on Stripe’s payment page. We never see your card number.'}
      </p>
    </Form>
  );
}

function sentenceOf(
  amount: number,
  to: string,
  interval: PlanInterval | undefined,
  timeZone: string,
  added: string,
): string {
  const sentence = `You give ${formatCents(amount)} ${to}`;
  if (interval === undefined) return `${sentence}${added}.`;
  const today = new Date();
  const next = formatDate(chargeAt(today, interval, 1), timeZone);
  return `${sentence} every ${intervalWords[interval].every}${added}${added === '' ? '' : ' each time'}: for the first time today, then on ${next}, until you stop. Each email about it has a link to stop it at once.`;
}

/** What the form says about the donation at this moment: "You give $25.00 to Winter Warmth." */
function useDonation(
  form: RefObject<HTMLFormElement | null>,
  causes: readonly CauseChoice[],
  { values }: FormState,
  {
    cardCosts,
    timeZone,
    need,
  }: Pick<SiteInfo, 'cardCosts' | 'timeZone'> & Pick<DonateFormProps, 'need'>,
): {
  amount: number | undefined;
  isRecurring: boolean;
  sentence: string | null;
  refresh: () => void;
} {
  // What the server has drawn, until somebody types.
  const [fields, setFields] = useState<FormFields>(values);
  const refresh = () => setFields(form.current ? fieldsOf(form.current) : {});
  const noticed = useEffectEvent(refresh);
  useEffect(() => {
    // After the draft and the amount of a link are there.
    noticed();
    const shown = form.current;
    // React does not notice a key whose text is rewritten before it looks.
    const onInput = () => noticed();
    shown?.addEventListener('input', onInput);
    return () => shown?.removeEventListener('input', onInput);
  }, [form]);
  const { amount, cover, causeId, interval } = readDonationForm(fields, cardCosts);
  const cause = causes.find(({ id }) => id === causeId);
  const to = need ? `for “${need.name}”` : cause && `to ${cause.name}`;
  const added =
    amount && cover > 0
      ? ` and ${formatCents(cover)} for card costs: ${formatCents(amount + cover)} in all`
      : '';
  return {
    amount,
    isRecurring: interval !== undefined,
    sentence: amount && to ? sentenceOf(amount, to, interval, timeZone, added) : null,
    refresh,
  };
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
