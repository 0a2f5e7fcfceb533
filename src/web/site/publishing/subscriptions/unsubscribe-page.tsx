import { Button } from '@mantine/core';
import { useState } from 'react';
import { isRefusal } from '#web/client/api-client.ts';
import { useWantUpdates } from '#web/site/publishing/subscriptions/queries.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/shared/form-page.module.css';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useLinkSecret } from '#web/site/shared/use-link-secret.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

/** Where the link in an update leads. Opening it changes nothing: programs open the links of mails, too. */
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
    },
  });
  if (token === '' || isRefusal(want.error, 'invalid_token')) return <WrongLink />;
  return (
    <div className={`page ${classes.narrow}`}>
      <h1>Updates by email</h1>
      <p className={classes.lead} role="status">
        {done?.message ??
          'We write to you when there is news about a need that you helped or told us about: what was bought, with photos and receipts.'}
      </p>
      <p className={classes.after}>
        {hasStopped
          ? 'Receipts for your gifts and answers to what you write still come.'
          : 'If you stop these emails, receipts for your gifts and answers to what you write still come. You can get the updates again at any time.'}
      </p>
      <form className={classes.choices} onSubmit={onSubmit}>
        <Button
          type="submit"
          size="lg"
          variant={hasStopped ? 'default' : 'filled'}
          loading={form.submitting}
        >
          {hasStopped ? 'Get them again' : 'Stop these emails'}
        </Button>
        <LinkButton to={paths.impact} size="lg" variant="default">
          See what gifts did
        </LinkButton>
      </form>
    </div>
  );
}

function WrongLink() {
  return (
    <div className={`page ${classes.narrow}`}>
      <h1>This link does not work</h1>
      <p className={classes.lead}>
        It may have been cut off on its way. Please use the link at the end of our newest update. If
        that does not help, write to us, and we stop the emails for you.
      </p>
      <p className={classes.choices}>
        <LinkButton to={paths.contact}>Contact us</LinkButton>
      </p>
    </div>
  );
}
