import { lazy } from 'react';
import type { RouteObject } from 'react-router';

// React's lazy instead of the route's, because it waits for the guard.
const DashboardPage = lazy(() => import('#web/admin/overview/dashboard/dashboard-page.tsx'));

export const dashboardAdminRoutes: RouteObject[] = [{ index: true, element: <DashboardPage /> }];
