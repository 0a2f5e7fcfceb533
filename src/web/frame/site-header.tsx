import { IconMenu2 } from '@tabler/icons-react';
import { paths } from '#web/client/paths.ts';
import { Brand } from '#web/frame/brand.tsx';
import { ColorSchemeToggle } from '#web/frame/color-scheme-toggle.tsx';
import { LogoutButton } from '#web/frame/logout-button.tsx';
import classes from '#web/frame/site-header.module.css';
import { menuId, type SiteHeaderProps, SiteMenu } from '#web/frame/site-menu.tsx';
import buttons from '#web/ui/button.module.css';
import { IconButton } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

const links = [
  { to: paths.home, text: 'Home' },
  { to: paths.donate, text: 'Donate' },
  { to: paths.nominate, text: 'Nominate' },
];

/**
 * Navigation on wide screens, a menu button on phones, unless nothing would open the menu. What only a signed-in person sees is always there, hidden, so
 * that the script of the page can show it when the server did not know.
 */
export function SiteHeader({ site, user, path }: SiteHeaderProps) {
  return (
    <header className={classes.header}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Container className={`row unwrapped pad-y-2 center ${classes.headerRow}`}>
        <Brand site={site} />
        <nav aria-label="Main">
          <ul className={`list row unwrapped gap-1 ${classes.nav}`}>
            {links.map(({ to, text }) => (
              <li key={to}>
                <a
                  href={to}
                  className={`tap ${classes.navLink}`}
                  aria-current={to === path ? 'page' : undefined}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a
          href={paths.impact}
          className={classes.proof}
          aria-current={path === paths.impact ? 'page' : undefined}
        >
          Where the money goes
        </a>
        <div className={`row unwrapped gap-3 center to-end shrink ${classes.account}`}>
          <a
            href={paths.admin.dashboard}
            className={classes.admin}
            data-signed-in=""
            hidden={user === null}
          >
            Admin
          </a>
          <span className={classes.signedIn} data-signed-in="" hidden={user === null}>
            <a href={paths.admin.account} className={classes.email} title="Account" data-email="">
              {user?.email}
            </a>
            <LogoutButton />
          </span>
          <ColorSchemeToggle isIcon className={`${buttons.icon} ${classes.onlyDesktop}`} />
          <IconButton
            label="Menu"
            className={classes.menuButton ?? ''}
            aria-haspopup="dialog"
            command="show-modal"
            commandfor={menuId}
          >
            <IconMenu2 size={28} aria-hidden="true" />
          </IconButton>
        </div>
      </Container>
      <SiteMenu site={site} user={user} path={path} />
    </header>
  );
}
