import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const PlanAdoptionsPage = lazy(
  () => import('#web/admin/plans/plan-adoptions/plan-adoptions-page.tsx'),
);

export const planAdoptionRoutes: RouteObject[] = [
  { path: paths.admin.planAdoptions, element: <PlanAdoptionsPage /> },
];
