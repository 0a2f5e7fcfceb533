import { useEffect, useState } from 'react';
import { keepInTab, readFromTab } from '#web/client/tab-storage.ts';

/**
 * The secret from the address, which is cleared immediately so that neither the screen nor the history shows
 * it. It stays in this tab under `key`, so that reloading works. Empty if there is none, null before it is read.
 */
export function useLinkSecret(key: string): string | null {
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      const { hash, pathname, search } = window.location;
      const fresh = hash.slice(1);
      if (fresh !== '') {
        keepInTab(key, fresh);
        window.history.replaceState(window.history.state, '', pathname + search);
      }
      setSecret(fresh || (readFromTab<string>(key) ?? ''));
    };
    read();
    // Another link to the same page only changes the fragment.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [key]);
  return secret;
}
