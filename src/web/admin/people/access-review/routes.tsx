import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const AccessReviewPage = lazy(
  () => import('#web/admin/people/access-review/access-review-page.tsx'),
);

export const accessReviewRoutes: RouteObject[] = [
  {
    path: paths.admin.accessReview,
    element: <AccessReviewPage />,
    handle: { title: 'Access Review' },
  },
];
