import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy, not the route's: it waits for the guard.
const MailPage = lazy(() => import('#web/admin/operations/mail/mail-page.tsx'));

export const mailAdminRoutes: RouteObject[] = [{ path: paths.adminMail, element: <MailPage /> }];
