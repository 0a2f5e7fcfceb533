import { useState } from 'react';
import type { FormState } from '#contract/documents.ts';
import { readAddressForm } from '#contract/form-fields.ts';
import { donorPagePath } from '#contract/pages.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { EmailField } from '#web/site/shared/contact-fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { Note } from '#web/ui/note.tsx';

interface LinkFormProps {
  state: FormState;
  isSent: boolean;
  /** Whether somebody came with a link that does not work anymore. */
  isTooOld: boolean;
}

/** Asks for a link to all donations of an address. */
export function LinkForm({ state, isSent, isTooOld }: LinkFormProps) {
  const [asked, setAsked] = useState<string>();
  const isAnswered = isSent || asked !== undefined;
  const form = useSiteForm({
    state,
    read: readAddressForm,
    async send(body) {
      await call(endpoints.requestDonorLink, { body });
      setAsked(body.email);
      form.ref.current?.reset();
    },
  });
  return (
    <NarrowPage
      title="Your Donations"
      lead="We email you a link to a page with all of your donations: where each cent is, and each receipt again."
    >
      {isTooOld && !isAnswered && (
        <Note>Your link does not work anymore. Please ask for a new one.</Note>
      )}
      {isAnswered && (
        <Note>
          {`If there are donations from ${asked ?? 'this address'}, an email with a link to them is on its way.`}
        </Note>
      )}
      <Form form={form} action={donorPagePath} isTight>
        <EmailField isRequired />
        <FormActions>
          <Button type="submit" look="important" size="large" isBusy={form.isSending}>
            Email me the link
          </Button>
        </FormActions>
      </Form>
    </NarrowPage>
  );
}
