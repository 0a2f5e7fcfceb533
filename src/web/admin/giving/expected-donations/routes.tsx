import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ExpectedDonationsPage = lazy(
  () => import('#web/admin/giving/expected-donations/expected-donations-page.tsx'),
);

export const expectedDonationRoutes: RouteObject[] = [
  { path: paths.admin.expectedDonations, element: <ExpectedDonationsPage /> },
];
