import type { RouteObject } from 'react-router';
import { publicPages } from '#contract/pages.ts';

export const nominationRoutes: RouteObject[] = [
  {
    path: publicPages.nominate.path,
    handle: { title: publicPages.nominate.title },
    lazy: async () => ({
      Component: (await import('#web/site/vetting/nominations/nominate-page.tsx')).default,
    }),
  },
];
