import type { RouteObject } from 'react-router';
import { publicPages } from '#contract/pages.ts';

export const homeRoutes: RouteObject[] = [
  {
    path: publicPages.home.path,
    handle: { title: publicPages.home.title },
    lazy: async () => ({ Component: (await import('#web/site/home/home-page.tsx')).default }),
  },
];
