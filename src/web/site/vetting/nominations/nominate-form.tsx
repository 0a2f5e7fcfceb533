import { Button, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useCauses } from '#web/shared/cause-queries.ts';
import { useCreateNomination } from '#web/site/vetting/nominations/queries.ts';
import { paths } from '#web/client/paths.ts';
import { CauseField } from '#web/site/vetting/causes/cause-field.tsx';
import { ContactFields, noContact } from '#web/shared/contact-fields.tsx';
import classes from '#web/ui/fieldset.module.css';
import { Fieldset } from '#web/ui/fieldset.tsx';
import { Honeypot, noWebsite } from '#web/site/shared/honeypot.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

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
      await createNomination.mutateAsync(values);
      form.reset();
      await navigate(paths.nominateThanks, { state: { email: values.email.trim() } });
    },
  });

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <Fieldset legend="Nomination Information">
        <TextInput
          label="Nominee"
          description="The name of the person, organisation or need."
          name="nominee"
          autoComplete="off"
          aria-required="true"
          {...form.getInputProps('nominee')}
        />
        <CauseField
          causes={causes}
          emptyText="There is no cause to nominate for yet. Please come back soon."
          {...form.getInputProps('causeId')}
        />
        <Textarea
          label="Description"
          description="What has happened, what is needed, and what would help most."
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
      <div className={classes.actions}>
        <Button type="submit" size="lg" color="marigold" loading={form.submitting}>
          Submit Nomination
        </Button>
      </div>
    </form>
  );
}
