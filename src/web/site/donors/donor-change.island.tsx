import { type FormEvent, useState } from 'react';
import { call, errorMessage, isRefusal } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifyError } from '#web/client/notices.ts';
import { paths } from '#web/client/paths.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

const answers = {
  stop: {
    title: 'Stop the Change',
    lead: 'The email address of your donations was changed. If that is not right, stop it: everything will be as it was before, and our team will know.',
    button: 'Stop the change',
    send: (token: string) => call(endpoints.stopDonorChange, { body: { token } }),
  },
  agree: {
    title: 'Is This Right?',
    lead: 'The email address of your donations was changed. If that is right, say so, and private links that we send to the new address work at once.',
    button: 'Yes, this is right',
    send: (token: string) => call(endpoints.agreeToDonorChange, { body: { token } }),
  },
};

/** Stops another address of a donor or agrees to it, at a press. Opening the page changes nothing: scanners open links, too. */
export default function DonorChange({ answer }: { answer: keyof typeof answers }) {
  const { title, lead, button, send } = answers[answer];
  const token = useLinkSecret('donor-change-link');
  const [message, setMessage] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending || !token) return;
    setSending(true);
    try {
      setMessage((await send(token)).message);
      focusContent();
    } catch (error) {
      // What a link that is over says takes the place of what it can no longer do.
      if (isRefusal(error, 'change_taken_back') || isRefusal(error, 'invalid_token')) {
        setMessage(errorMessage(error));
      } else notifyError(errorMessage(error));
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
    <NarrowPage title={title} lead={message ?? lead} isLive>
      {message === undefined ? (
        <form onSubmit={(event) => void submit(event)}>
          <Button type="submit" size="large" isBusy={isSending}>
            {button}
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
