import { Button, Textarea } from '@mantine/core';
import { EmailField } from '#web/shared/email-field.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';
import { useSendContactMessage } from '#web/site/operations/contact/queries.ts';
import { Honeypot, noWebsite } from '#web/site/shared/honeypot.tsx';
import { Form, FormActions } from '#web/ui/form.tsx';

/** Has no rules of its own: what the server refuses shows under the fields. */
export function ContactForm() {
  const sendMessage = useSendContactMessage();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { email: '', message: '', ...noWebsite },
    async send(values) {
      await sendMessage.mutateAsync(values);
      form.reset();
    },
  });
  return (
    <Form isTight onSubmit={onSubmit}>
      <EmailField {...form.getInputProps('email')} />
      <Textarea
        label="Message"
        name="message"
        rows={7}
        maxLength={5000}
        {...form.getInputProps('message')}
      />
      <Honeypot {...form.getInputProps('website', { withError: false })} />
      <FormActions>
        <Button type="submit" size="lg" color="marigold" loading={form.submitting}>
          Submit Message
        </Button>
      </FormActions>
    </Form>
  );
}
