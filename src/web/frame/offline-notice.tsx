import classes from '#web/frame/offline-notice.module.css';

/** Shown by `src/web/page/offline.ts` while the device is offline, before someone presses a button in vain. */
export function OfflineNotice() {
  return (
    <div role="status" data-offline-notice="">
      <p className={classes.notice} hidden>
        You are offline. You can keep typing, and submit once you are connected.
      </p>
    </div>
  );
}
