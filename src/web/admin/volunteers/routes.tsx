import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const VolunteersPage = lazy(() => import('#web/admin/volunteers/volunteers-page.tsx'));
const VolunteerPage = lazy(() => import('#web/admin/volunteers/volunteer-page.tsx'));

export const volunteerAdminRoutes: RouteObject[] = [
  { path: paths.admin.volunteers, element: <VolunteersPage /> },
  { path: paths.volunteer(':id'), element: <VolunteerPage /> },
];
