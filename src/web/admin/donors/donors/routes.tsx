import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const DonorsPage = lazy(() => import('#web/admin/donors/donors/donors-page.tsx'));
const DonorPage = lazy(() => import('#web/admin/donors/donors/donor-page.tsx'));

export const donorAdminRoutes: RouteObject[] = [
  { path: paths.admin.donors, element: <DonorsPage /> },
  { path: paths.donor(':id'), element: <DonorPage /> },
];
