import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy, not the route's: it waits for the guard.
const AccountPage = lazy(() => import('#web/features/account/admin/account-page.tsx'));

export const accountRoutes: RouteObject[] = [
  { path: paths.adminAccount, element: <AccountPage />, handle: { title: 'Your Account' } },
];
