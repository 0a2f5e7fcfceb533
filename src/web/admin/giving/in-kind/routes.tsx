import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const InKindPage = lazy(() => import('#web/admin/giving/in-kind/in-kind-page.tsx'));

export const inKindPageRoutes: RouteObject[] = [
  { path: paths.admin.inKind, element: <InKindPage /> },
];
