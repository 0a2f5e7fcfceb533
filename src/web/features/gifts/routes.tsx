import type { RouteObject } from 'react-router';
import { giftPath } from '#contract/pages.ts';

export const giftRoutes: RouteObject[] = [
  {
    path: giftPath,
    handle: { title: 'Your Gift' },
    lazy: async () => ({ Component: (await import('#web/features/gifts/gift-page.tsx')).default }),
  },
];
