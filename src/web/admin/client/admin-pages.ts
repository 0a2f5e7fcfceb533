import icons from 'virtual:menu-icons';
import { type AdminPage, adminPages } from '#contract/admin-pages.ts';
import type { Right } from '#core/people/rights.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';

const pages = Object.entries<AdminPage>(adminPages).map(([name, page]) => ({
  ...page,
  path: paths.admin[name as keyof typeof adminPages],
}));

/** The pages of the menu, each with its group. */
export const menuPages = pages.flatMap(({ path, menu }) => {
  const Icon = icons[menu?.[2] ?? ''];
  return menu && Icon ? { path, group: menu[0], name: menu[1], Icon } : [];
});

/** The page of the menu that a path belongs to: that of a donor belongs to the donors. */
export function menuPageOf(pathname: string): (typeof menuPages)[number] | undefined {
  return innermost(menuPages, pathname);
}

/** Says which pages of the admin area the signed-in person may open: `mayOpen('/admin/users?manage=…')`. */
export function useMayOpen(): (path: string) => boolean {
  const allowed = useCurrentUser()?.allowed ?? [];
  return (path) => {
    const { pathname } = new URL(path, window.location.origin);
    const needed = rightsFor(pathname);
    return needed === null || needed.some((right) => allowed.includes(right));
  };
}

/** What is below a page, such as one nomination, takes what the page does. */
function rightsFor(pathname: string): readonly Right[] | null {
  return (innermost(pages, pathname) ?? adminPages.dashboard).rights;
}

function innermost<Page extends { path: string }>(all: Page[], pathname: string): Page | undefined {
  return all
    .filter(({ path }) => `${pathname}/`.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}
