import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const SettingsPage = lazy(() => import('#web/admin/operations/settings/settings-page.tsx'));

export const settingsAdminRoutes: RouteObject[] = [
  { path: paths.admin.settings, element: <SettingsPage /> },
];
