import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const StatementsPage = lazy(() => import('#web/admin/receipts/statements/statements-page.tsx'));

export const statementRoutes: RouteObject[] = [
  { path: paths.admin.statements, element: <StatementsPage /> },
];
