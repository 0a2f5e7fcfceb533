import type { FormState, OpenCause } from '#contract/documents.ts';
import { nominationFormErrors, readNominationForm } from '#contract/form-fields.ts';
import type { CauseId } from '#contract/ids.ts';
import { currencyName, maxAmountCents } from '#core/platform/money.ts';
import { nomineeKnowsWords, urgencyWords } from '#core/vetting/nomination-needs.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths, readId } from '#web/client/paths.ts';
import { ContactFields } from '#web/site/shared/contact-fields.tsx';
import { SelectField, TextArea, TextField } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { MoneyField } from '#web/site/shared/money-field.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { CauseField } from '#web/site/vetting/causes/cause-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fieldset, FormActions } from '#web/ui/form-layout.tsx';

const schema = () =>
  import('#contract/vetting/nominations.ts').then((contract) => contract.nominationInput);

interface NominateFormProps {
  causes: readonly OpenCause[];
  state: FormState;
}

/** The nomination form. */
export default function NominateForm({ causes, state }: NominateFormProps) {
  const form = useSiteForm({
    state,
    read: readNominationForm,
    check: nominationFormErrors,
    schema,
    async send({ causeId, ...nomination }, idempotencyKey) {
      const body = { ...nomination, causeId: readId<CauseId>(causeId) };
      await call(endpoints.createNomination, { body, idempotencyKey });
      form.ref.current?.reset();
      window.location.assign(paths.nominateThanks);
    },
  });
  return (
    <Form form={form} action={paths.nominate}>
      <Fieldset legend="Nomination Information">
        <TextField
          label="Nominee"
          description="The name of the person, organization, or need. If you nominate a person or an organization, please talk to them first."
          name="nominee"
          autoComplete="off"
          aria-required="true"
        />
        <CauseField
          causes={causes}
          emptyText="There are no causes to nominate for yet. Please come back soon."
        />
        <TextArea
          label="Description"
          description="What happened, what is needed, and what would help most."
          name="description"
          rows={6}
          maxLength={5000}
          aria-required="true"
        />
      </Fieldset>
      <Fieldset legend="Your Information">
        <ContactFields why="We call or write to you if we have to verify the nomination. The zip code tells us how far away the help is needed." />
      </Fieldset>
      <Fieldset legend="What Would Help (Optional)">
        <MoneyField
          label="How much is needed?"
          description={`In ${currencyName()}, as well as you know.`}
          name="neededAmount"
          maxLength={20}
          // Hardly anybody is nominated for less than a hundred.
          usual={{ lowest: 10_000, most: maxAmountCents }}
          onAmount={() => form.clearError('neededAmount')}
        />
        <ChoiceField label="How soon is it needed?" name="urgency" words={urgencyWords} />
        <ChoiceField
          label="Do they know about this nomination?"
          name="nomineeKnows"
          words={nomineeKnowsWords}
        />
      </Fieldset>
      <FormActions>
        <Button type="submit" look="important" size="large" isBusy={form.isSending}>
          Submit Nomination
        </Button>
      </FormActions>
    </Form>
  );
}

/** A choice that may stay open. */
function ChoiceField({
  label,
  name,
  words,
}: {
  label: string;
  name: string;
  words: Readonly<Record<string, string>>;
}) {
  return (
    <SelectField label={label} name={name}>
      <option value="">No answer</option>
      {Object.entries(words).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
