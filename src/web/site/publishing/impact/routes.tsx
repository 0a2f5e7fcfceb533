import type { RouteObject } from 'react-router';
import { publicPages } from '#contract/pages.ts';

export const impactRoutes: RouteObject[] = [
  {
    path: publicPages.impact.path,
    handle: { title: publicPages.impact.title },
    lazy: async () => ({
      Component: (await import('#web/site/publishing/impact/impact-page.tsx')).default,
    }),
  },
];
