import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ManageUsersPage = lazy(() => import('#web/admin/people/users/manage-users-page.tsx'));

export const userAdminRoutes: RouteObject[] = [
  { path: paths.admin.users, element: <ManageUsersPage /> },
];
