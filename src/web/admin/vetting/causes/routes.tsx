import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ManageCausesPage = lazy(() => import('#web/admin/vetting/causes/manage-causes-page.tsx'));

export const causeAdminRoutes: RouteObject[] = [
  { path: paths.admin.causes, element: <ManageCausesPage /> },
];
