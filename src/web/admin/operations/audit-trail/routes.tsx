import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const AuditTrailPage = lazy(() => import('#web/admin/operations/audit-trail/audit-trail-page.tsx'));

export const auditAdminRoutes: RouteObject[] = [
  { path: paths.admin.auditTrail, element: <AuditTrailPage /> },
];
