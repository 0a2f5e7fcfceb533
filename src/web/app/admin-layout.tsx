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
import classes from '#web/app/admin-layout.module.css';
import { ApplicationFrame } from '#web/app/application-frame.tsx';
import { paths } from '#web/client/paths.ts';
import { MainContent } from '#web/frame/main-content.tsx';
import { Container } from '#web/ui/container.tsx';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

const links = [
  { to: paths.admin.dashboard, text: 'Dashboard', Icon: IconLayoutDashboard },
  { to: paths.admin.causes, text: 'Causes', Icon: IconTags },
  { to: paths.admin.nominations, text: 'Nominations', Icon: IconHeartHandshake },
  { to: paths.admin.donations, text: 'Donations', Icon: IconCoins },
  { to: paths.admin.users, text: 'Users', Icon: IconUsers },
];

/** The admin area: the same header, and its own navigation beside the page. */
export default function AdminLayout() {
  return (
    <ApplicationFrame>
      <Container className={classes.grid}>
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
        <MainContent>
          <Suspense fallback={<FullPageRing />}>
            <Outlet />
          </Suspense>
        </MainContent>
      </Container>
      <ConfirmIdentityModal />
    </ApplicationFrame>
  );
}
