import type { FormState } from '#contract/documents.ts';
import { readContactForm } from '#contract/form-fields.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { paths } from '#web/client/paths.ts';
import { EmailField } from '#web/site/shared/contact-fields.tsx';
import { TextArea } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

/** Has no rules of its own: what the server refuses shows under the fields. */
export default function ContactForm({ state }: { state: FormState }) {
  const form = useSiteForm({
    state,
    read: readContactForm,
    async send(body, idempotencyKey) {
      const { message } = await call(endpoints.sendContactMessage, { body, idempotencyKey });
      notifySuccess(message);
      form.ref.current?.reset();
    },
  });
  return (
    <Form form={form} action={paths.contact} isTight>
      <EmailField />
      <TextArea label="Message" name="message" rows={7} maxLength={5000} />
      <FormActions>
        <Button type="submit" look="important" size="large" isBusy={form.isSending}>
          Submit Message
        </Button>
      </FormActions>
    </Form>
  );
}
