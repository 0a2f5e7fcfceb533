import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const GiftAidPage = lazy(() => import('#web/admin/receipts/gift-aid/gift-aid-page.tsx'));

export const giftAidRoutes: RouteObject[] = [
  { path: paths.admin.giftAid, element: <GiftAidPage /> },
];
