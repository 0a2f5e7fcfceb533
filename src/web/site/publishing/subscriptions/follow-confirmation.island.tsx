import { type FormEvent, useRef, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { confirmFollow } from '#contract/publishing/subscriptions.ts';
import { call, isRefusal } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import { paths } from '#web/client/paths.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';
import classes from '#web/site/publishing/subscriptions/unsubscribe-form.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Confirms an address at a press. Opening the page changes nothing: email scanners open links, too. */
export default function FollowConfirmation({ need }: { need: string | null }) {
  const token = useLinkSecret('follow-link');
  const [done, setDone] = useState<ResponseOf<typeof confirmFollow>>();
  const [isWrong, setWrong] = useState(false);
  const [isSending, setSending] = useState(false);
  const busy = useRef(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy.current || !token) return;
    busy.current = true;
    setSending(true);
    call(endpoints.confirmFollow, { body: { token } })
      .then((answer) => {
        setDone(answer);
        focusContent();
      })
      .catch((error) => {
        if (isRefusal(error, 'invalid_token')) setWrong(true);
        notifyError(errorMessage(error));
      })
      .finally(() => {
        busy.current = false;
        setSending(false);
      });
  }

  if (token === '' || isWrong) {
    return (
      <NarrowPage
        title="This link does not work"
        lead="It may be incomplete, or too old. You can ask for a new one on the page of the need."
      >
        <p className={`row above-8 ${classes.choices}`}>
          <ButtonLink href={paths.impact}>Where the money goes</ButtonLink>
        </p>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title="Email Updates"
      lead={
        done?.message ??
        `Do you want us to email you when there is news about ${need === null ? 'this need' : `“${need}”`}?`
      }
      isLive
    >
      {done === undefined ? (
        <form className={`row above-8 ${classes.choices}`} onSubmit={submit}>
          <Button type="submit" size="large" isBusy={isSending}>
            Yes, email me updates
          </Button>
        </form>
      ) : (
        <p className={`row above-8 ${classes.choices}`}>
          <ButtonLink href={done.need ? paths.need(done.need.id) : paths.impact}>
            {done.need ? done.need.name : 'Where the money goes'}
          </ButtonLink>
        </p>
      )}
      <noscript>
        <p>Your browser has no JavaScript, which this page needs to read the secret in its link.</p>
      </noscript>
    </NarrowPage>
  );
}
