import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/paths.ts';

// React's lazy, not the route's: it waits for the guard.
const ManageUsersPage = lazy(() => import('#web/features/users/admin/manage-users-page.tsx'));

export const userAdminRoutes: RouteObject[] = [
  { path: paths.adminUsers, element: <ManageUsersPage /> },
];
