import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const CommentsPage = lazy(() => import('#web/admin/giving/comments/comments-page.tsx'));

export const commentRoutes: RouteObject[] = [
  { path: paths.admin.comments, element: <CommentsPage /> },
];
