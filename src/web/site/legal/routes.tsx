import type { RouteObject } from 'react-router';
import { publicPages } from '#contract/pages.ts';

const { privacyPolicy, termsOfService } = publicPages;

export const legalRoutes: RouteObject[] = [
  {
    path: privacyPolicy.path,
    handle: { title: privacyPolicy.title },
    lazy: async () => ({
      Component: (await import('#web/site/legal/privacy-policy-page.tsx')).default,
    }),
  },
  {
    path: termsOfService.path,
    handle: { title: termsOfService.title },
    lazy: async () => ({
      Component: (await import('#web/site/legal/terms-of-service-page.tsx')).default,
    }),
  },
];
