import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const DonationReceiptsPage = lazy(
  () => import('#web/admin/receipts/receipts/donation-receipts-page.tsx'),
);

export const donationReceiptRoutes: RouteObject[] = [
  { path: paths.admin.receipts, element: <DonationReceiptsPage /> },
];
