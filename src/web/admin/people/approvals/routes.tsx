import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ApprovalsPage = lazy(() => import('#web/admin/people/approvals/approvals-page.tsx'));

export const approvalRoutes: RouteObject[] = [
  { path: paths.admin.approvals, element: <ApprovalsPage /> },
];
