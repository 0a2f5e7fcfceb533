import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const PlansPage = lazy(() => import('#web/admin/plans/plans/plans-page.tsx'));
const PlanPage = lazy(() => import('#web/admin/plans/plans/plan-page.tsx'));

export const planAdminRoutes: RouteObject[] = [
  { path: paths.admin.plans, element: <PlansPage /> },
  { path: paths.plan(':id'), element: <PlanPage /> },
];
