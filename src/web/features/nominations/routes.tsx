import type { RouteObject } from 'react-router';
import { paths } from '#web/paths.ts';

export const nominationRoutes: RouteObject[] = [
  {
    path: paths.nominate,
    handle: { title: 'Nominate' },
    lazy: async () => ({
      Component: (await import('#web/features/nominations/nominate-page.tsx')).default,
    }),
  },
];
