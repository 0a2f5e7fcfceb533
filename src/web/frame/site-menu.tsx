import { IconX } from '@tabler/icons-react';
import type { CurrentUser } from '#contract/documents.ts';
import type { SiteInfo } from '#contract/site.ts';
import { paths } from '#web/client/paths.ts';
import { ColorSchemeToggle } from '#web/frame/color-scheme-toggle.tsx';
import { LogoutButton } from '#web/frame/logout-button.tsx';
import classes from '#web/frame/site-menu.module.css';
import { hasSocialLinks, SocialLinks } from '#web/frame/social-links.tsx';
import buttons from '#web/ui/button.module.css';
import { IconButton } from '#web/ui/button.tsx';

/** What header and menu show. */
export interface SiteHeaderProps {
  site: SiteInfo;
  user: CurrentUser | null;
  /** The path of the page. */
  path: string;
}

/** The id of the menu's dialog, which the button in the header opens. */
export const menuId = 'menu';

const links = [
  { to: paths.home, text: 'Home' },
  { to: paths.donate, text: 'Donate' },
  { to: paths.nominate, text: 'Nominate' },
  { to: paths.impact, text: 'Where the money goes' },
  { to: paths.contact, text: 'Contact Us' },
];

/**
 * The menu on phones. The browser's own dialog opens at a press of the button, keeps the focus, and closes on Escape;
 * `src/web/page/menu.ts` does so where the browser is older.
 */
export function SiteMenu({ site, user, path }: SiteHeaderProps) {
  return (
    <dialog id={menuId} className={classes.menu} aria-label="Menu" closedby="any">
      <div className={classes.panel}>
        <div className="row unwrapped gap-4 center between">
          <span className="display subtitle" data-greeting="">
            {user ? `Hello, ${user.firstName}` : 'Menu'}
          </span>
          <IconButton label="Close menu" command="close" commandfor={menuId}>
            <IconX size={24} aria-hidden="true" />
          </IconButton>
        </div>
        <nav aria-label="Menu">
          <ul className={classes.list}>
            {links.map(({ to, text }) => (
              <li key={to}>
                <a href={to} aria-current={to === path ? 'page' : undefined}>
                  {text}
                </a>
              </li>
            ))}
            <li data-signed-in="" hidden={user === null}>
              <a href={paths.admin.dashboard}>Admin Dashboard</a>
            </li>
          </ul>
        </nav>
        <div className={`stack lined gap-3 ${classes.actions}`}>
          <div data-signed-in="" hidden={user === null}>
            <LogoutButton />
          </div>
          <ColorSchemeToggle className={`${buttons.button} ${classes.scheme}`} />
        </div>
        {hasSocialLinks(site) && (
          <section className={classes.social} aria-labelledby="follow-us">
            <h2 id="follow-us">Follow Us</h2>
            <SocialLinks site={site} />
          </section>
        )}
      </div>
    </dialog>
  );
}
