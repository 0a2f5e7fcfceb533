import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const DepositsPage = lazy(() => import('#web/admin/giving/deposits/deposits-page.tsx'));
const DepositPage = lazy(() => import('#web/admin/giving/deposits/deposit-page.tsx'));

export const depositRoutes: RouteObject[] = [
  { path: paths.admin.deposits, element: <DepositsPage /> },
  { path: paths.deposit(':id'), element: <DepositPage /> },
];
