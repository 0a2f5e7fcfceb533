import type { RouteObject } from 'react-router';
import { publicPages } from '#contract/pages.ts';

export const contactRoutes: RouteObject[] = [
  {
    path: publicPages.contact.path,
    handle: { title: publicPages.contact.title },
    lazy: async () => ({
      Component: (await import('#web/site/operations/contact/contact-page.tsx')).default,
    }),
  },
];
