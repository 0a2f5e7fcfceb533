import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ManageDonationsPage = lazy(
  () => import('#web/admin/giving/donations/manage-donations-page.tsx'),
);

export const donationAdminRoutes: RouteObject[] = [
  { path: paths.admin.donations, element: <ManageDonationsPage /> },
];
