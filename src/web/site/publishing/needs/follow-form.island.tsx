import { useState } from 'react';
import type { FormState } from '#contract/documents.ts';
import { fewLinkMails, readAddressForm } from '#contract/form-fields.ts';
import type { NominationId } from '#contract/ids.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths } from '#web/client/paths.ts';
import { EmailField } from '#web/site/shared/contact-fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';
import { Note } from '#web/ui/note.tsx';

/** What is said after the form, about the address that was typed if it is known. It is the same for every address. */
export function followAnswer(address = 'this address'): string {
  return `If updates can go to ${address}, an email with a link to confirm it is on its way. ${fewLinkMails}`;
}

/** Asks for updates about a need. They begin once the link in an email is confirmed. */
export default function FollowForm({ needId, state }: { needId: NominationId; state: FormState }) {
  const [answer, setAnswer] = useState<string>();
  const form = useSiteForm({
    state,
    read: readAddressForm,
    async send(body) {
      await call(endpoints.followNeed, { params: { id: needId }, body });
      setAnswer(followAnswer(body.email.trim()));
      form.ref.current?.reset();
    },
  });
  return (
    <Form form={form} action={paths.need(needId)} isTight>
      <EmailField isRequired />
      <FormActions>
        <Button type="submit" look="outline" isBusy={form.isSending}>
          Email me updates
        </Button>
      </FormActions>
      {answer !== undefined && <Note>{answer}</Note>}
    </Form>
  );
}
