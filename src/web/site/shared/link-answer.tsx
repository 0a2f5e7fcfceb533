import { type FormEvent, useState } from 'react';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import { paths } from '#web/client/paths.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

interface LinkAnswerProps {
  /** Where the secret of the link is kept. */
  secretKey: string;
  title: string;
  lead: string;
  button: string;
  send: (token: string) => Promise<{ message: string }>;
  /** Whether a refusal takes the place of what the link can no longer do. */
  isOver?: (error: unknown) => boolean;
}

/** Does what a link in an email is for, at a press. Opening the page changes nothing: email scanners open links, too. */
export function LinkAnswer({ secretKey, title, lead, button, send, isOver }: LinkAnswerProps) {
  const token = useLinkSecret(secretKey);
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
      if (isOver?.(error)) setMessage(errorMessage(error));
      else notifyError(errorMessage(error));
    } finally {
      setSending(false);
    }
  }

  const home = (
    <p>
      <ButtonLink href={paths.home}>Back to home page</ButtonLink>
    </p>
  );
  if (token === '') {
    return (
      <NarrowPage
        title="This link does not work"
        lead="It is incomplete. Please use the link in our email, or answer that email."
      >
        {home}
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
        home
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
