import { createBrowserRouter, type RouteObject } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';
import { authRoutes } from '#web/admin/people/sign-in/routes.tsx';
import { AdminArea } from '#web/app/admin-area.tsx';
import { adminRoutes } from '#web/app/admin-routes.tsx';
import { AppShell } from '#web/app/app-shell.tsx';
import { CrashScreen } from '#web/app/crash-screen.tsx';
import { LoadDocument } from '#web/app/load-document.tsx';
import { SignInLayout } from '#web/app/sign-in-layout.tsx';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

/** One of the pages for signing in: nothing else opens before it is done. */
const secondFactorRoute: RouteObject = {
  path: paths.secondFactor,
  handle: { title: 'Set Up a Second Factor' },
  lazy: async () => ({
    Component: (await import('#web/admin/people/account/second-factor-page.tsx')).default,
  }),
};

/** Every page of the application: sign-in and the admin area. */
export const router = createBrowserRouter([
  {
    element: <AppShell />,
    errorElement: <CrashScreen />,
    hydrateFallbackElement: <FullPageRing />,
    children: [
      {
        element: <SignInLayout />,
        children: [...authRoutes, secondFactorRoute],
      },
      {
        path: paths.admin.dashboard,
        element: <AdminArea />,
        handle: { title: 'Admin' },
        children: adminRoutes,
      },
      { path: '*', element: <LoadDocument /> },
    ],
  },
]);
