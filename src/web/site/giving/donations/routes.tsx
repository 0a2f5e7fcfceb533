import type { RouteObject } from 'react-router';
import { publicPages } from '#contract/pages.ts';

export const donationRoutes: RouteObject[] = [
  {
    path: publicPages.donate.path,
    handle: { title: publicPages.donate.title },
    lazy: async () => ({
      Component: (await import('#web/site/giving/donations/donate-page.tsx')).default,
    }),
  },
];
