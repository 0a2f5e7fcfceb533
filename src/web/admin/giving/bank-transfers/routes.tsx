import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ExpectedTransfersPage = lazy(
  () => import('#web/admin/giving/bank-transfers/expected-transfers-page.tsx'),
);

export const bankTransferRoutes: RouteObject[] = [
  { path: paths.admin.expectedTransfers, element: <ExpectedTransfersPage /> },
];
