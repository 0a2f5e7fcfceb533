import { Button, Textarea } from '@mantine/core';
import { useSendContactMessage } from '#web/site/operations/contact/queries.ts';
import { EmailField } from '#web/shared/email-field.tsx';
import classes from '#web/ui/fieldset.module.css';
import { Honeypot, noWebsite } from '#web/site/shared/honeypot.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

/** No rules of its own (specification, section 5): what the server refuses shows under the fields. */
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
    <form className={`${classes.form} ${classes.tight}`} onSubmit={onSubmit} noValidate>
      <EmailField {...form.getInputProps('email')} />
      <Textarea
        label="Message"
        name="message"
        rows={7}
        maxLength={5000}
        {...form.getInputProps('message')}
      />
      <Honeypot {...form.getInputProps('website', { withError: false })} />
      <div className={classes.actions}>
        <Button type="submit" size="lg" color="marigold" loading={form.submitting}>
          Submit Message
        </Button>
      </div>
    </form>
  );
}
