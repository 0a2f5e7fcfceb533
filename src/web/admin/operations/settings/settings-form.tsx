import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { SavedSettings } from '#contract/operations/settings.ts';
import { maxMailedAlone } from '#core/donors/donor-mails.ts';
import { describeLately } from '#core/ledger/card-costs.ts';
import { holdDays } from '#core/people/approvals.ts';
import { countInWords } from '#core/platform/counts.ts';
import { reviewsNeeded } from '#core/vetting/reviews.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { BoundDaysField } from '#web/admin/operations/settings/bound-days-field.tsx';
import { ReceiptFields } from '#web/admin/operations/settings/receipt-fields.tsx';
import { RetentionFields } from '#web/admin/operations/settings/retention-fields.tsx';
import {
  checkSettings,
  readSettings,
  typedSettings,
} from '#web/admin/operations/settings/typed-settings.ts';
import { AmountField } from '#web/admin/shared/amount-field.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { FieldPair, Fieldset, FormActions, StackedForm } from '#web/ui/form-layout.tsx';

/** All settings, saved together as a new version. */
export function SettingsForm({ settings }: { settings: SavedSettings }) {
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.saveSettings,
    initialValues: typedSettings(settings),
    toBody: (values) => ({ ...settings, ...readSettings(values) }),
    check: checkSettings,
    said: 'Settings saved',
    keepsScreen: true,
  });
  return (
    <div className="max-40">
      <StackedForm aria-label="Settings" onSubmit={onSubmit}>
        <Fieldset legend="Site">
          <NativeSelect
            label="Time zone"
            description="Dates on pages and in emails are shown in it."
            data={timeZones(settings.timeZone)}
            {...form.getInputProps('timeZone')}
          />
          <TextInput
            label="Amounts on the donation form"
            description="Separated by commas. Without any, donors type an amount."
            autoComplete="off"
            {...form.getInputProps('presetCents')}
          />
        </Fieldset>
        <CardCostsFields
          rate={form.getInputProps('cardRate')}
          fixed={form.getInputProps('cardFixed')}
          offered={form.getInputProps('isCoverOffered', { type: 'checkbox' })}
        />
        <BoundDaysField days={form.getInputProps('boundDays')} />
        <Fieldset legend="Bank Transfers">
          <Checkbox
            label="Donors can donate by bank transfer"
            description="The donation form then leads to a page on which they get a reference for it."
            {...form.getInputProps('takesTransfers', { type: 'checkbox' })}
          />
          <Textarea
            label="Where donors transfer money to"
            description="Account holder, number of the account, and bank. Changing it takes a second owner while approvals are on."
            rows={4}
            maxLength={endpoints.saveSettings.limits?.['bankTransfers.details']}
            {...form.getInputProps('transferDetails')}
          />
        </Fieldset>
        <Fieldset legend="Approval by a Second Person">
          <Checkbox
            label="Some things take a second person"
            description={`Expenses and refunds above these limits, expenses of whoever checked or accepted the nomination, deposits, imports, emails to more than ${maxMailedAlone} donors in a day, money put in for card costs, bank accounts, bank statements of days on which books and bank agreed, unlocked months, new owners and treasurers, and weaker rules. What one person does within a day is added up; bank fees, lines that are not part of these books, and slow transfers count as expenses. While nobody else could approve something, one person goes on alone, but not within ${countInWords(holdDays, 'day')} after taking that right from somebody.`}
            {...form.getInputProps('fourEyes', { type: 'checkbox' })}
          />
          <FieldPair>
            <AmountField
              label="Expenses above"
              size="md"
              min="0"
              {...form.getInputProps('spendingAbove')}
              name="spendingAbove"
            />
            <AmountField
              label="Refunds above"
              size="md"
              min="0"
              {...form.getInputProps('refundAbove')}
              name="refundAbove"
            />
          </FieldPair>
        </Fieldset>
        <VettingFields
          checklist={form.getInputProps('isChecklistRequired', { type: 'checkbox' })}
          reviews={form.getInputProps('takesReviews', { type: 'checkbox' })}
          above={form.getInputProps('reviewsAbove')}
          takesReviews={form.getValues().takesReviews}
        />
        <Fieldset legend="Signing In">
          <Checkbox
            label="Everybody signs in with a second factor"
            description="Whoever has none sets one up before anything else, as of now. A provider counts if it says that it asked for one."
            {...form.getInputProps('isSecondFactorRequired', { type: 'checkbox' })}
          />
        </Fieldset>
        <Fieldset legend="Nominators and Nominees">
          <Checkbox
            label="Nominees agree first"
            description="Before a nominee agrees, nothing of theirs is public, and no money is allocated to them. This also hides pages that are public now, until their nominees agree."
            {...form.getInputProps('isConsentRequired', { type: 'checkbox' })}
          />
          <Textarea
            label="Other places that help"
            description="The email that declines a nomination names them, and so does its tracking page. Where this is empty, they name places that there are in most towns."
            rows={4}
            maxLength={endpoints.saveSettings.limits?.['nominees.otherHelp']}
            {...form.getInputProps('otherHelp')}
          />
        </Fieldset>
        <ReceiptFields form={form} />
        <RetentionFields form={form} />
        <Fieldset legend="How We Work">
          <Textarea
            label="Your own words"
            description="They come first on the public page. An empty line begins a new paragraph."
            rows={8}
            {...form.getInputProps('howWeWork')}
          />
          <p>
            <a href={paths.howWeWork}>Show the page “How We Work”</a>
          </p>
        </Fieldset>
        <FormActions>
          <Button type="submit" loading={form.submitting}>
            Save Settings
          </Button>
        </FormActions>
      </StackedForm>
    </div>
  );
}

/** Those of the browser; the server may know one more. */
function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}

interface VettingFieldsProps {
  checklist: ComponentProps<typeof Checkbox>;
  reviews: ComponentProps<typeof Checkbox>;
  above: object;
  takesReviews: boolean;
}

/** What a nomination takes before it is accepted. */
function VettingFields({ checklist, reviews, above, takesReviews }: VettingFieldsProps) {
  return (
    <Fieldset legend="Checking Nominations">
      <Checkbox
        label="Required points of the checklist before a nomination is accepted or gets money"
        description="With it, our pages say that we vet every nominee before a cent moves. Without it, they say that somebody on our team accepts each one first, and a checklist is there for whoever wants to use one."
        {...checklist}
      />
      <p>
        <Link to={paths.admin.checklists}>Change the checklists</Link>
      </p>
      <Checkbox
        label={`Recommendations of ${reviewsNeeded} people before a nomination with a large goal is accepted`}
        description="One without a goal can receive any sum, so it takes them, too. Whoever has declared a conflict of interest never decides, with or without this."
        {...reviews}
      />
      {takesReviews && (
        <AmountField label="Goals above" size="md" min="0" {...above} name="reviewsAbove" />
      )}
    </Fieldset>
  );
}

interface CardCostsFieldsProps {
  rate: object;
  fixed: object;
  offered: ComponentProps<typeof Checkbox>;
}

/** What payments by card are estimated to cost, beside what the last ones really cost. */
function CardCostsFields({ rate, fixed, offered }: CardCostsFieldsProps) {
  const { data } = useEndpoint(endpoints.getCardCosts);
  return (
    <Fieldset legend="Card Costs">
      <FieldPair>
        <TextInput
          label="Part of each payment, in percent"
          inputMode="decimal"
          autoComplete="off"
          {...rate}
          name="cardRate"
        />
        <AmountField label="Fixed part" size="md" min="0" {...fixed} name="cardFixed" />
      </FieldPair>
      <p className="soft">
        The donation form estimates with them what a payment will cost.{' '}
        {data?.lately ? `${describeLately(data.lately)}.` : 'No actual costs are known yet.'}{' '}
        <Link to={paths.admin.cardCosts}>Show the card costs</Link>
      </p>
      <Checkbox
        label="Donors are asked to add card costs"
        description="The donation form then has a box, which is never checked beforehand. What donors add pays card costs and nothing else, and is no part of their donation."
        {...offered}
      />
    </Fieldset>
  );
}
