import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy, not the route's: it waits for the guard.
const ManageCausesPage = lazy(() => import('#web/admin/vetting/causes/manage-causes-page.tsx'));

export const causeAdminRoutes: RouteObject[] = [
  { path: paths.adminCauses, element: <ManageCausesPage /> },
];
