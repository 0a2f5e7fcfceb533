import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const MissingProofPage = lazy(
  () => import('#web/admin/spending/missing-proof/missing-proof-page.tsx'),
);

export const missingProofRoutes: RouteObject[] = [
  { path: paths.admin.missingProof, element: <MissingProofPage /> },
];
