import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const TestDonationsPage = lazy(
  () => import('#web/admin/operations/test-donations/test-donations-page.tsx'),
);

export const testDonationAdminRoutes: RouteObject[] = [
  { path: paths.admin.testDonations, element: <TestDonationsPage /> },
];
