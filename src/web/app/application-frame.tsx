import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { CookieNotice } from '#web/frame/cookie-notice.tsx';
import { SiteFooter } from '#web/frame/site-footer.tsx';
import { SiteHeader } from '#web/frame/site-header.tsx';
import { TrialBanner } from '#web/frame/trial-banner.tsx';

/** Header and footer of the application: those of every document. */
export function ApplicationFrame({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const { pathname } = useLocation();
  return (
    <>
      <SiteHeader site={siteInfo} user={user} path={pathname} />
      <TrialBanner site={siteInfo} label="Trial">
        <strong>This site is a trial.</strong> Donors can complete every step, but no card is
        charged.
      </TrialBanner>
      {children}
      <SiteFooter site={siteInfo} />
      <CookieNotice />
    </>
  );
}
