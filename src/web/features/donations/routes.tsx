import type { RouteObject } from 'react-router';
import { paths } from '#web/paths.ts';

export const donationRoutes: RouteObject[] = [
  {
    path: paths.donate,
    handle: { title: 'Donate' },
    lazy: async () => ({
      Component: (await import('#web/features/donations/donate-page.tsx')).default,
    }),
  },
];
