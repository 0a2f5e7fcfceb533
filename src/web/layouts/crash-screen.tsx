import { Button } from '@mantine/core';
import { BrokenThread } from '#web/layouts/error-screen.tsx';
import classes from '#web/shared/message-screen.module.css';

/** When a page's own code fails or could not be fetched, as after a new version was installed. */
export function CrashScreen() {
  return (
    <main className={`page ${classes.screen}`} tabIndex={-1}>
      <BrokenThread />
      <h1>This page could not be shown</h1>
      <p className={classes.text}>
        Loading it again usually helps. If it does not, please try again a little later.
      </p>
      <div className={classes.actions}>
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
      </div>
    </main>
  );
}
