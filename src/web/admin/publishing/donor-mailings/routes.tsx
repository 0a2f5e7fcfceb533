import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const DonorMailingsPage = lazy(
  () => import('#web/admin/publishing/donor-mailings/donor-mailings-page.tsx'),
);

export const donorMailingRoutes: RouteObject[] = [
  { path: paths.admin.donorMailings, element: <DonorMailingsPage /> },
];
