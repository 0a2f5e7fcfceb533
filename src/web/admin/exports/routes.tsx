import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ExportsPage = lazy(() => import('#web/admin/exports/exports-page.tsx'));

export const exportRoutes: RouteObject[] = [
  { path: paths.admin.exports, element: <ExportsPage /> },
];
