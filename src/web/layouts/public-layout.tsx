import { Outlet } from 'react-router';
import { MainContent } from '#web/layouts/main-content.tsx';
import { SiteFooter } from '#web/layouts/site-footer.tsx';
import { SiteHeader } from '#web/layouts/site-header.tsx';

export function PublicLayout() {
  return (
    <>
      <SiteHeader />
      <MainContent>
        <Outlet />
      </MainContent>
      <SiteFooter />
    </>
  );
}
