import icons from 'virtual:menu-icons';
import { type AdminPage, adminPages } from '#contract/admin-pages.ts';
import type { Right } from '#core/people/rights.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';

const pages = Object.entries<AdminPage>(adminPages).map(([name, page]) => ({
  ...page,
  path: paths.admin[name as keyof typeof adminPages],
}));

/** The pages of one part of the menu. */
export function menuPages(part: 'first' | 'more') {
  return pages.flatMap(({ path, menu }) => {
    const Icon = icons[menu?.[2] ?? ''];
    return menu?.[0] === part && Icon ? { path, name: menu[1], Icon } : [];
  });
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
  const [page] = pages
    .filter(({ path }) => `${pathname}/`.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length);
  return (page ?? adminPages.dashboard).rights;
}
