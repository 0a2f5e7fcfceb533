import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const CardCostsPage = lazy(() => import('#web/admin/provider/card-costs/card-costs-page.tsx'));

export const cardCostsRoutes: RouteObject[] = [
  { path: paths.admin.cardCosts, element: <CardCostsPage /> },
];
