import { useEffect } from 'react';
import { siteInfo } from '#web/admin/client/site-info.ts';

/** The title of the tab while a page about one thing is shown, once its name is known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = `${title} | ${siteInfo.name}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
