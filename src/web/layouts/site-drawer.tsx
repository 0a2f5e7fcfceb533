import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '#web/client/paths.ts';
import { useCurrentUser, useLogout } from '#web/client/session.ts';
import { ColorSchemeButton } from '#web/layouts/color-scheme-toggle.tsx';
import classes from '#web/layouts/site-drawer.module.css';
import { hasSocialLinks, SocialLinks } from '#web/layouts/social-links.tsx';
import { Drawer } from '#web/ui/drawer.tsx';

/** The menu on phones. A change of page closes it. */
export function SiteDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const user = useCurrentUser();
  const logout = useLogout();

  const { pathname } = useLocation();
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    onClose();
  }, [pathname, onClose]);

  const links = [
    { to: paths.home, text: 'Home' },
    { to: paths.donate, text: 'Donate' },
    { to: paths.nominate, text: 'Nominate' },
    { to: paths.contact, text: 'Contact Us' },
    ...(user ? [{ to: paths.admin.dashboard, text: 'Admin Dashboard' }] : []),
  ];
  return (
    <Drawer opened={opened} onClose={onClose} label="Menu">
      <div className={classes.top}>
        <span className={classes.greeting}>{user ? `Hello, ${user.firstName}` : 'Menu'}</span>
        <ActionIcon variant="subtle" size={44} aria-label="Close menu" onClick={onClose}>
          <IconX size={24} />
        </ActionIcon>
      </div>
      <nav aria-label="Menu">
        <ul className={classes.list}>
          {links.map(({ to, text }) => (
            <li key={to}>
              {/* A tap on the current page closes the menu, too. */}
              <NavLink to={to} end onClick={onClose}>
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.actions}>
        {user && (
          <Button
            variant="default"
            loading={logout.isPending}
            onClick={() => logout.mutate(undefined, { onSuccess: onClose })}
          >
            Logout
          </Button>
        )}
        <ColorSchemeButton />
      </div>
      {hasSocialLinks && (
        <section className={classes.social} aria-labelledby="follow-us">
          <h2 id="follow-us">Follow Us</h2>
          <SocialLinks />
        </section>
      )}
    </Drawer>
  );
}
