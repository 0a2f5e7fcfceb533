import classes from '#web/frame/offline-notice.module.css';
import { Button } from '#web/ui/button.tsx';

/**
 * Says that the device is offline, before someone presses a button in vain, and afterwards what did not work because of
 * it. `src/web/page/offline.ts` shows one of its parts, and writes the name of what was pressed into it.
 */
export function OfflineNotice() {
  return (
    <div role="status" className={classes.notice} data-offline-notice="">
      <p hidden data-when="offline">
        You are offline. You can keep typing, and submit once you are connected.
      </p>
      <p hidden data-when="stopped">
        <span>
          You are offline, so “<span data-stopped="" />” did not work.
        </span>
        <Button look="plain" data-try-again="">
          Try again
        </Button>
      </p>
      <p hidden data-when="back">
        <span>
          You are online again. “<span data-stopped="" />” did not work while you were offline.
        </span>
        <Button look="plain" data-try-again="">
          Try again
        </Button>
      </p>
    </div>
  );
}
