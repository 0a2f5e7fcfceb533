import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy, not the route's: it waits for the guard.
const UnprovenPage = lazy(() => import('#web/features/proof/admin/unproven-page.tsx'));

export const proofAdminRoutes: RouteObject[] = [
  { path: paths.adminProof, element: <UnprovenPage /> },
];
