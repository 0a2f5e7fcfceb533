import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const FailedPaymentsPage = lazy(
  () => import('#web/admin/payments/failed-payments/failed-payments-page.tsx'),
);

export const failedPaymentRoutes: RouteObject[] = [
  { path: paths.admin.failedPayments, element: <FailedPaymentsPage /> },
];
