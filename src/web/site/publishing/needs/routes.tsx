import type { RouteObject } from 'react-router';
import { needPath } from '#contract/pages.ts';

export const needRoutes: RouteObject[] = [
  {
    path: needPath(':id'),
    lazy: async () => ({
      Component: (await import('#web/site/publishing/needs/need-page.tsx')).default,
    }),
  },
];
