import { Outlet } from 'react-router';
import { MainContent } from '#web/layouts/main-content.tsx';
import { SiteFooter } from '#web/layouts/site-footer.tsx';
import { SiteHeader } from '#web/layouts/site-header.tsx';
import { TrialBanner } from '#web/layouts/trial-banner.tsx';

export function PublicLayout() {
  return (
    <>
      <SiteHeader />
      <TrialBanner label="Trial">
        <strong>This site is a trial.</strong> No card is charged, and no money on it is real.
      </TrialBanner>
      <MainContent>
        <Outlet />
      </MainContent>
      <SiteFooter />
    </>
  );
}
