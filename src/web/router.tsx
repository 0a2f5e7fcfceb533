import { createBrowserRouter } from 'react-router';
import { authRoutes } from '#web/features/auth/routes.tsx';
import { causeAdminRoutes } from '#web/features/causes/admin/routes.tsx';
import { contactRoutes } from '#web/features/contact/routes.tsx';
import { dashboardAdminRoutes } from '#web/features/dashboard/admin/routes.tsx';
import { donationAdminRoutes } from '#web/features/donations/admin/routes.tsx';
import { donationRoutes } from '#web/features/donations/routes.tsx';
import { homeRoutes } from '#web/features/home/routes.tsx';
import { legalRoutes } from '#web/features/legal/routes.tsx';
import { nominationAdminRoutes } from '#web/features/nominations/admin/routes.tsx';
import { nominationRoutes } from '#web/features/nominations/routes.tsx';
import { userAdminRoutes } from '#web/features/users/admin/routes.tsx';
import { AdminArea } from '#web/layouts/admin-area.tsx';
import { AppShell } from '#web/layouts/app-shell.tsx';
import { CrashScreen } from '#web/layouts/crash-screen.tsx';
import { NotFound } from '#web/layouts/not-found.tsx';
import { PublicLayout } from '#web/layouts/public-layout.tsx';
import { paths } from '#web/paths.ts';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

/** Every page of the site; each feature lists its own. */
export const router = createBrowserRouter([
  {
    element: <AppShell />,
    errorElement: <CrashScreen />,
    hydrateFallbackElement: <FullPageRing />,
    children: [
      {
        element: <PublicLayout />,
        children: [
          ...homeRoutes,
          ...donationRoutes,
          ...nominationRoutes,
          ...contactRoutes,
          ...legalRoutes,
          ...authRoutes,
          { path: '*', element: <NotFound />, handle: { title: 'Page Not Found' } },
        ],
      },
      {
        path: paths.admin,
        element: <AdminArea />,
        handle: { title: 'Admin' },
        children: [
          ...dashboardAdminRoutes,
          ...causeAdminRoutes,
          ...nominationAdminRoutes,
          ...donationAdminRoutes,
          ...userAdminRoutes,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]);
