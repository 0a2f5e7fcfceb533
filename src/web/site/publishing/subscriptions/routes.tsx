import type { RouteObject } from 'react-router';
import { unsubscribePath } from '#contract/pages.ts';

export const subscriptionRoutes: RouteObject[] = [
  {
    path: unsubscribePath,
    handle: { title: 'Email Updates' },
    lazy: async () => ({
      Component: (await import('#web/site/publishing/subscriptions/unsubscribe-page.tsx')).default,
    }),
  },
];
