import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepInTab, readFromTab } from '#web/ui/tab-storage.ts';

/**
 * The secret from the address, which is cleared immediately so that neither the screen nor the history shows
 * it. It stays in this tab under `key`, so that reloading works. Empty if there is none.
 */
export function useLinkSecret(key: string): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(() => hash.slice(1) || (readFromTab<string>(key) ?? ''));
  useEffect(() => {
    const fresh = hash.slice(1);
    if (fresh === '') return;
    setSecret(fresh);
    keepInTab(key, fresh);
    void navigate(pathname, { replace: true });
  }, [hash, key, navigate, pathname]);
  return secret;
}
