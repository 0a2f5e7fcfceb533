import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ChecklistsPage = lazy(() => import('#web/admin/vetting/checklists/checklists-page.tsx'));

export const checklistRoutes: RouteObject[] = [
  { path: paths.admin.checklists, element: <ChecklistsPage /> },
];
