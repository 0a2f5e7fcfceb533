import { Outlet } from 'react-router';
import classes from '#web/layouts/site-header.module.css';
import { SiteFooter } from '#web/layouts/site-footer.tsx';
import { SiteHeader } from '#web/layouts/site-header.tsx';

/** Header, page, footer. */
export function PublicLayout() {
  return (
    <>
      <SiteHeader />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}
