import { type ComponentProps, useState } from 'react';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import { Button } from '#web/ui/button.tsx';

/** Does something that takes a while, one thing at a time, and says why if it fails. */
export function useWork() {
  const [isBusy, setBusy] = useState(false);
  async function work(act: () => Promise<unknown>) {
    if (isBusy) return;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notifyError(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, work };
}

/** Leads to another page. What waits for it is busy until the browser has left. */
export function leaveFor(url: string): Promise<never> {
  window.location.assign(url);
  return new Promise(() => {});
}

interface WorkButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'children'> {
  act: () => Promise<unknown>;
}

/** A button that does something, and is busy meanwhile. */
export function WorkButton({ act, ...button }: WorkButtonProps) {
  const { isBusy, work } = useWork();
  return <Button {...button} isBusy={isBusy} onClick={() => work(act)} />;
}
