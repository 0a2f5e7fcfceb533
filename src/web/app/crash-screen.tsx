import { Button } from '@mantine/core';
import { MessageScreen } from '#web/ui/message-screen.tsx';

/** Shown when a page's code fails or cannot be loaded, for example after a deployment. */
export function CrashScreen() {
  return (
    <MessageScreen
      isAlone
      title="We could not show this page"
      text="Reloading it usually helps. If it does not, please try again a little later."
    >
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
    </MessageScreen>
  );
}
