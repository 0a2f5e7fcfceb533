import { useSyncExternalStore } from 'react';
import classes from '#web/ui/offline-notice.module.css';

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Shows while the device is offline, before someone presses a button in vain. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className={classes.notice}>
          You are offline. You can keep typing, and submit once you are connected.
        </p>
      )}
    </div>
  );
}
