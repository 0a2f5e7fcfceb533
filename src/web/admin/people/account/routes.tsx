import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const AccountPage = lazy(() => import('#web/admin/people/account/account-page.tsx'));

export const accountRoutes: RouteObject[] = [
  { path: paths.admin.account, element: <AccountPage />, handle: { title: 'Account' } },
];

/** One of the pages for signing in: nothing else opens before it is done. */
export const secondFactorRoutes: RouteObject[] = [
  {
    path: paths.secondFactor,
    handle: { title: 'Set Up a Second Factor' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/account/second-factor-page.tsx')).default,
    }),
  },
];
