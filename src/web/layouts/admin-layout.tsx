import {
  IconCoins,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { NavLink, Outlet } from 'react-router';
import { ConfirmIdentityModal } from '#web/admin/people/account/confirm-identity-modal.tsx';
import classes from '#web/layouts/admin-layout.module.css';
import layoutClasses from '#web/layouts/site-header.module.css';
import { SiteFooter } from '#web/layouts/site-footer.tsx';
import { SiteHeader } from '#web/layouts/site-header.tsx';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

const links = [
  { to: paths.admin, text: 'Dashboard', Icon: IconLayoutDashboard },
  { to: paths.adminCauses, text: 'Causes', Icon: IconTags },
  { to: paths.adminNominations, text: 'Nominations', Icon: IconHeartHandshake },
  { to: paths.adminDonations, text: 'Donations', Icon: IconCoins },
  { to: paths.adminUsers, text: 'Users', Icon: IconUsers },
];

/** The administrators' pages: the same header, their own navigation beside the page. */
export default function AdminLayout() {
  return (
    <>
      <SiteHeader />
      {siteInfo.payments === 'test' && (
        <aside className={classes.testBanner} aria-label="Test mode">
          <div className="page">
            <p>
              <strong>Payments are in test mode.</strong> Donors can go through every step, and no
              card is charged.
            </p>
          </div>
        </aside>
      )}
      <div className={`page ${classes.grid}`}>
        <nav className={classes.nav} aria-label="Admin">
          <ul>
            {links.map(({ to, text, Icon }) => (
              <li key={to}>
                <NavLink to={to} end>
                  <Icon size={20} aria-hidden="true" />
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <main id="content" className={layoutClasses.main} tabIndex={-1}>
          <Suspense fallback={<FullPageRing />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <SiteFooter />
      <ConfirmIdentityModal />
    </>
  );
}
