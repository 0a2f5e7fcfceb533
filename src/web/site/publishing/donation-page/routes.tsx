import type { RouteObject } from 'react-router';
import { donationPagePath } from '#contract/pages.ts';

export const donationPageRoutes: RouteObject[] = [
  {
    path: donationPagePath,
    handle: { title: 'Your Donation' },
    lazy: async () => ({
      Component: (await import('#web/site/publishing/donation-page/donation-page.tsx')).default,
    }),
  },
];
