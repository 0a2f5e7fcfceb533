import { type FormEvent, useState } from 'react';
import { call, errorMessage } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifyError } from '#web/client/notices.ts';
import { paths } from '#web/client/paths.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Blocks the mailbox that got the link at a press. Opening the page changes nothing: email scanners open links, too. */
export default function DedicationRefusal() {
  const token = useLinkSecret('dedication-link');
  const [message, setMessage] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending || !token) return;
    setSending(true);
    try {
      const answer = await call(endpoints.refuseDedications, { body: { token } });
      setMessage(answer.message);
      focusContent();
    } catch (error) {
      notifyError(errorMessage(error));
    } finally {
      setSending(false);
    }
  }

  if (token === '') {
    return (
      <NarrowPage
        title="This link does not work"
        lead="It is incomplete. Please use the link in our email, or answer that email."
      >
        <p>
          <ButtonLink href={paths.home}>Back to home page</ButtonLink>
        </p>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title="No More Such Emails"
      lead={
        message ??
        'Somebody asked us to tell you of a donation in honor or in memory of somebody. Do you want no more emails like that from us, whoever asks for them?'
      }
      isLive
    >
      {message === undefined ? (
        <form onSubmit={(event) => void submit(event)}>
          <Button type="submit" size="large" isBusy={isSending}>
            No more such emails, please
          </Button>
        </form>
      ) : (
        <p>
          <ButtonLink href={paths.home}>Back to home page</ButtonLink>
        </p>
      )}
      <noscript>
        <p>
          Your browser has no JavaScript, which this page needs to read the secret in its link. You
          can also answer our email.
        </p>
      </noscript>
    </NarrowPage>
  );
}
