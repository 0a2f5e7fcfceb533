import { useEffect, useEffectEvent } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { keepNotices } from '#web/client/notices.ts';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

/**
 * Stands for every address that is not the application's: the server knows what is there. A notice that has just
 * appeared, such as the greeting after signing in, goes along.
 */
export function LoadDocument() {
  const { toasts } = useToasterStore();
  const load = useEffectEvent(() => {
    const shown = toasts.filter(({ type, visible }) => type === 'success' && visible);
    keepNotices(shown.map(({ message }) => String(message)));
    window.location.reload();
  });
  useEffect(() => load(), []);
  return <FullPageRing />;
}
