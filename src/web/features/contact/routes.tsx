import type { RouteObject } from 'react-router';
import { paths } from '#web/paths.ts';

export const contactRoutes: RouteObject[] = [
  {
    path: paths.contact,
    handle: { title: 'Contact Us' },
    lazy: async () => ({
      Component: (await import('#web/features/contact/contact-page.tsx')).default,
    }),
  },
];
