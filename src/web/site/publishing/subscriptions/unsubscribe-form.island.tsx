import { useRef, useState } from 'react';
import { call, isRefusal } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import { paths } from '#web/client/paths.ts';
import { keepInTab, readFromTab } from '#web/client/tab-storage.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';
import classes from '#web/site/publishing/subscriptions/unsubscribe-form.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { focusContent } from '#web/ui/focus-content.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where the tab keeps the secret of the link whose address was deleted, so that reloading offers nothing in vain. */
const forgottenKey = 'forgotten-link';

/** Stops the updates to the person who got the link. Opening it changes nothing: email scanners open links, too. */
export default function UnsubscribeForm() {
  const token = useLinkSecret('unsubscribe-link');
  const [done, setDone] = useState<{ hasStopped: boolean; message: string }>();
  const [forgotten, setForgotten] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const [isSending, setSending] = useState(false);
  const busy = useRef(false);
  const hasStopped = done?.hasStopped ?? false;

  async function send(secret: string) {
    const body = { token: secret };
    try {
      if (hasStopped) {
        const { message } = await call(endpoints.subscribeAgain, { body });
        setDone({ hasStopped: false, message });
      } else {
        const { message, isForgotten } = await call(endpoints.unsubscribe, { body });
        setDone({ hasStopped: true, message });
        if (isForgotten) {
          setForgotten(secret);
          keepInTab(forgottenKey, secret);
        }
      }
      // A button that waits loses the focus.
      focusContent();
    } catch (error) {
      if (isRefusal(error, 'invalid_token')) setWrong(true);
      notifyError(errorMessage(error));
    }
  }
  function press() {
    if (busy.current || !token) return;
    busy.current = true;
    setSending(true);
    void send(token).finally(() => {
      busy.current = false;
      setSending(false);
    });
  }

  if (token === '' || isWrong) return <WrongLink />;
  const isForgotten = token !== null && token === (forgotten ?? readFromTab(forgottenKey));
  return (
    <NarrowPage
      title="Email Updates"
      lead={
        done?.message ??
        (isForgotten
          ? 'You will not get any more updates by email.'
          : 'We email you when there is news about a need that you donated to, nominated, or follow: what was bought, with photos and receipts.')
      }
      isLive
    >
      <p className="above-4">
        {isForgotten
          ? 'We have deleted your email address. To follow a need again, open its page.'
          : hasStopped
            ? 'You will still get receipts for your donations and replies to your messages.'
            : 'If you stop these emails, you will still get receipts for your donations and replies to your messages. If you donated or nominated, you can turn the updates on again here. If you only follow a need, we delete your email address.'}
      </p>
      {/* Not a form: submitted before its script is there, it would lose the secret in the address. */}
      <div className={`row above-8 ${classes.choices}`}>
        {!isForgotten && (
          <Button
            className={classes.choice ?? ''}
            size="large"
            look={hasStopped ? 'plain' : 'filled'}
            isBusy={isSending}
            onClick={press}
          >
            {hasStopped ? 'Get these emails again' : 'Stop these emails'}
          </Button>
        )}
        <ButtonLink href={paths.impact} size="large" look="plain">
          See where the money goes
        </ButtonLink>
      </div>
      <noscript>
        <p>
          Your browser has no JavaScript, which this page needs. The “unsubscribe” button of your
          email program works without it.
        </p>
      </noscript>
    </NarrowPage>
  );
}

function WrongLink() {
  return (
    <NarrowPage
      title="This link does not work"
      lead="It may be incomplete. Please use the link at the end of our latest update. If that does not help, write to us, and we will stop the emails for you."
    >
      <p className={`row above-8 ${classes.choices}`}>
        <ButtonLink href={paths.contact}>Contact us</ButtonLink>
      </p>
    </NarrowPage>
  );
}
