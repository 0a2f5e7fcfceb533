import { useState } from 'react';
import type { FormState } from '#contract/documents.ts';
import { fewLinkMails, readAddressForm } from '#contract/form-fields.ts';
import { EmailField } from '#web/site/shared/contact-fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';
import { Note } from '#web/ui/note.tsx';

interface LinkRequestFormProps {
  state: FormState;
  /** The page of the form. */
  action: string;
  /** Whether a browser without script has just sent it. */
  isSent: boolean;
  request: (body: ReturnType<typeof readAddressForm>) => Promise<unknown>;
  /** What is said afterwards. It must not tell whether we know the address. */
  answer: (address: string) => string;
  button: string;
  /** Why a link is needed; only said until one is requested. */
  reason?: string | undefined;
}

/** Asks for an email with links to what belongs to an address. */
export function LinkRequestForm(props: LinkRequestFormProps) {
  const { state, action, isSent, request, answer, button, reason } = props;
  const [asked, setAsked] = useState<string>();
  const isAnswered = isSent || asked !== undefined;
  const form = useSiteForm({
    state,
    read: readAddressForm,
    async send(body) {
      await request(body);
      setAsked(body.email);
      form.ref.current?.reset();
    },
  });
  return (
    <>
      {reason && !isAnswered && <Note>{reason}</Note>}
      {isAnswered && <Note>{`${answer(asked ?? 'this address')} ${fewLinkMails}`}</Note>}
      <Form form={form} action={action} isTight>
        <EmailField isRequired />
        <FormActions>
          <Button type="submit" look="important" size="large" isBusy={form.isSending}>
            {button}
          </Button>
        </FormActions>
      </Form>
    </>
  );
}
