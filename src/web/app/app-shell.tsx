import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { sessionQuery } from '#web/admin/client/session.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { ErrorScreen } from '#web/frame/error-screen.tsx';
import { OfflineNotice } from '#web/frame/offline-notice.tsx';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

/** Wraps every page: waits for the session check, and sets the page title. */
export function AppShell() {
  const session = useQuery(sessionQuery);
  useDocumentTitle();
  useStartOfPage();
  return (
    <>
      <OfflineNotice />
      {session.isPending && <FullPageRing />}
      {session.isError && <ErrorScreen />}
      {session.isSuccess && <Outlet />}
    </>
  );
}

/** The title of the innermost route that has one, followed by the site's name. */
function useDocumentTitle() {
  const titles = useMatches().map(
    ({ handle }) => (handle as { title?: string } | undefined)?.title,
  );
  const title = titles.findLast((text) => text !== undefined);
  useEffect(() => {
    document.title = title === undefined ? siteInfo.name : `${title} | ${siteInfo.name}`;
  }, [title]);
}

/** Time for the new page to render before it scrolls, in milliseconds. */
const scrollDelayMs = 5;

/** Starts a new page at its top, for eyes and for screen readers. */
function useStartOfPage() {
  const { pathname, search, hash } = useLocation();
  // A thank-you view replaces a form at the same path. Filters and dialogs do not make a new page.
  const page = `${pathname} ${new URLSearchParams(search).get('status') ?? ''}`;
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // A link to a part of it leads there.
    if (hash !== '' && document.getElementById(hash.slice(1))) return;
    const timer = setTimeout(() => {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }, scrollDelayMs);
    return () => clearTimeout(timer);
  }, [page, hash]);
}
