import type { RouteObject } from 'react-router';
import { paths } from '#web/paths.ts';

export const homeRoutes: RouteObject[] = [
  {
    path: paths.home,
    handle: { title: 'Home' },
    lazy: async () => ({ Component: (await import('#web/features/home/home-page.tsx')).default }),
  },
];
