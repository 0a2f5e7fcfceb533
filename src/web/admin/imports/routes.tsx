import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ImportsPage = lazy(() => import('#web/admin/imports/imports-page.tsx'));
const ImportPage = lazy(() => import('#web/admin/imports/import-page.tsx'));

export const importRoutes: RouteObject[] = [
  { path: paths.admin.imports, element: <ImportsPage /> },
  { path: paths.import(':id'), element: <ImportPage /> },
];
