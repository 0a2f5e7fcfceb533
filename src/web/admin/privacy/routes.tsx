import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const PrivacyPage = lazy(() => import('#web/admin/privacy/privacy-page.tsx'));

export const privacyRoutes: RouteObject[] = [
  { path: paths.admin.privacy, element: <PrivacyPage /> },
];
