import { ActionIcon, Button } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '#web/client/paths.ts';
import { useCurrentUser, useLogout } from '#web/client/session.ts';
import { Brand } from '#web/layouts/brand.tsx';
import { ColorSchemeIcon } from '#web/layouts/color-scheme-toggle.tsx';
import { SiteDrawer } from '#web/layouts/site-drawer.tsx';
import classes from '#web/layouts/site-header.module.css';
import { Container } from '#web/ui/container.tsx';

/** Navigation on wide screens, a menu button on phones. */
export function SiteHeader() {
  const [menuOpen, setMenuOpen] = useState(false);
  const user = useCurrentUser();
  const logout = useLogout();
  return (
    <header className={classes.header}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Container className={classes.headerRow}>
        <Brand />
        <nav aria-label="Main">
          <ul className={classes.nav}>
            {[
              { to: paths.home, text: 'Home' },
              { to: paths.donate, text: 'Donate' },
              { to: paths.nominate, text: 'Nominate' },
            ].map(({ to, text }) => (
              <li key={to}>
                <NavLink to={to} className={classes.navLink ?? ''} end>
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.account}>
          {user && (
            <>
              <Link to={paths.admin.account} className={classes.email} title="Account">
                {user.email}
              </Link>
              <Button
                className={classes.onlyDesktop ?? ''}
                variant="default"
                size="sm"
                loading={logout.isPending}
                onClick={() => logout.mutate()}
              >
                Logout
              </Button>
            </>
          )}
          <span className={classes.onlyDesktop}>
            <ColorSchemeIcon />
          </span>
          <ActionIcon
            className={classes.onlyMobile ?? ''}
            variant="subtle"
            size={44}
            aria-label="Menu"
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
          >
            <IconMenu2 size={28} />
          </ActionIcon>
        </div>
      </Container>
      <SiteDrawer opened={menuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  );
}
