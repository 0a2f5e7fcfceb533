import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const MailPage = lazy(() => import('#web/admin/operations/mail/mail-page.tsx'));

export const mailAdminRoutes: RouteObject[] = [{ path: paths.admin.mail, element: <MailPage /> }];
