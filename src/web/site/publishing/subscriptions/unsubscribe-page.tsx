import { Button } from '@mantine/core';
import { useState } from 'react';
import { isRefusal } from '#web/client/api-client.ts';
import { paths } from '#web/client/paths.ts';
import { NarrowPage } from '#web/shared/narrow-page.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';
import { useWantUpdates } from '#web/site/publishing/subscriptions/queries.ts';
import classes from '#web/site/publishing/subscriptions/unsubscribe-page.module.css';
import { useLinkSecret } from '#web/site/shared/use-link-secret.ts';
import { focusContent } from '#web/ui/focus-content.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** The target of the link in an update. Opening it changes nothing, because email scanners open links, too. */
export default function UnsubscribePage() {
  const token = useLinkSecret('unsubscribe-link');
  const want = useWantUpdates(token);
  const [done, setDone] = useState<{ hasStopped: boolean; message: string } | null>(null);
  const hasStopped = done?.hasStopped ?? false;
  const { form, onSubmit } = useSubmitForm({
    initialValues: {},
    async send() {
      const { message } = await want.mutateAsync(hasStopped);
      setDone({ hasStopped: !hasStopped, message });
      // A button that waits loses the focus.
      focusContent();
    },
  });
  if (token === '' || isRefusal(want.error, 'invalid_token')) return <WrongLink />;
  return (
    <NarrowPage
      title="Email Updates"
      lead={
        done?.message ??
        'We email you when there is news about a need that you donated to or told us about: what was bought, with photos and receipts.'
      }
      isLive
    >
      <p className={classes.after}>
        {hasStopped
          ? 'You will still get receipts for your donations and replies to your messages.'
          : 'If you stop these emails, you will still get receipts for your donations and replies to your messages. You can turn the updates on again at any time.'}
      </p>
      <form className={classes.choices} onSubmit={onSubmit}>
        <Button
          type="submit"
          size="lg"
          variant={hasStopped ? 'default' : 'filled'}
          loading={form.submitting}
        >
          {hasStopped ? 'Get these emails again' : 'Stop these emails'}
        </Button>
        <LinkButton to={paths.impact} size="lg" variant="default">
          See our impact
        </LinkButton>
      </form>
    </NarrowPage>
  );
}

function WrongLink() {
  return (
    <NarrowPage
      title="This link does not work"
      lead="It may be incomplete. Please use the link at the end of our latest update. If that does not help, write to us, and we will stop the emails for you."
    >
      <p className={classes.choices}>
        <LinkButton to={paths.contact}>Contact us</LinkButton>
      </p>
    </NarrowPage>
  );
}
