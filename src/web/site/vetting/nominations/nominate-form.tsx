import { Button, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { CauseId } from '#contract/ids.ts';
import { paths, readId } from '#web/client/paths.ts';
import { useCauses } from '#web/shared/cause-queries.ts';
import { ContactFields, noContact } from '#web/shared/contact-fields.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';
import { Honeypot, noWebsite } from '#web/site/shared/honeypot.tsx';
import { CauseField } from '#web/site/vetting/causes/cause-field.tsx';
import { useCreateNomination } from '#web/site/vetting/nominations/queries.ts';
import { Fieldset } from '#web/ui/fieldset.tsx';
import { Form, FormActions } from '#web/ui/form.tsx';

const schema = () =>
  import('#contract/vetting/nominations.ts').then((contract) => contract.nominationInput);

export function NominateForm() {
  const causes = useCauses();
  const createNomination = useCreateNomination();
  const navigate = useNavigate();

  const { form, onSubmit } = useSubmitForm({
    initialValues: { nominee: '', causeId: '', description: '', ...noContact, ...noWebsite },
    schema,
    async send(values) {
      const causeId = readId<CauseId>(values.causeId);
      const { isConfirmedByEmail } = await createNomination.mutateAsync({ ...values, causeId });
      form.reset();
      const state = { email: values.email.trim(), isConfirmedByEmail };
      await navigate(paths.nominateThanks, { state });
    },
  });

  return (
    <Form onSubmit={onSubmit}>
      <Fieldset legend="Nomination Information">
        <TextInput
          label="Nominee"
          description="The name of the person, organization, or need."
          name="nominee"
          autoComplete="off"
          aria-required="true"
          {...form.getInputProps('nominee')}
        />
        <CauseField
          causes={causes}
          emptyText="There are no causes to nominate for yet. Please come back soon."
          {...form.getInputProps('causeId')}
        />
        <Textarea
          label="Description"
          description="What happened, what is needed, and what would help most."
          name="description"
          rows={6}
          maxLength={5000}
          aria-required="true"
          {...form.getInputProps('description')}
        />
      </Fieldset>
      <Fieldset legend="Your Information">
        <ContactFields form={form} />
      </Fieldset>
      <Honeypot {...form.getInputProps('website', { withError: false })} />
      <FormActions>
        <Button type="submit" size="lg" color="marigold" loading={form.submitting}>
          Submit Nomination
        </Button>
      </FormActions>
    </Form>
  );
}
