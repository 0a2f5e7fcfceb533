import { createBrowserRouter } from 'react-router';
import { accountRoutes } from '#web/features/account/admin/routes.tsx';
import { auditAdminRoutes } from '#web/features/audit/admin/routes.tsx';
import { authRoutes } from '#web/admin/people/sign-in/routes.tsx';
import { causeAdminRoutes } from '#web/features/causes/admin/routes.tsx';
import { contactRoutes } from '#web/site/operations/contact/routes.tsx';
import { dashboardAdminRoutes } from '#web/admin/operations/dashboard/routes.tsx';
import { donationAdminRoutes } from '#web/admin/giving/donations/routes.tsx';
import { donationRoutes } from '#web/site/giving/donations/routes.tsx';
import { giftRoutes } from '#web/features/gifts/routes.tsx';
import { homeRoutes } from '#web/site/home/routes.tsx';
import { impactRoutes } from '#web/site/publishing/impact/routes.tsx';
import { legalRoutes } from '#web/site/legal/routes.tsx';
import { mailAdminRoutes } from '#web/admin/operations/mail/routes.tsx';
import { needRoutes } from '#web/site/publishing/needs/routes.tsx';
import { nominationAdminRoutes } from '#web/admin/vetting/nominations/routes.tsx';
import { nominationRoutes } from '#web/site/vetting/nominations/routes.tsx';
import { proofAdminRoutes } from '#web/features/proof/admin/routes.tsx';
import { subscriptionRoutes } from '#web/site/publishing/subscriptions/routes.tsx';
import { userAdminRoutes } from '#web/features/users/admin/routes.tsx';
import { AdminArea } from '#web/layouts/admin-area.tsx';
import { AppShell } from '#web/layouts/app-shell.tsx';
import { CrashScreen } from '#web/layouts/crash-screen.tsx';
import { NotFound } from '#web/layouts/not-found.tsx';
import { PublicLayout } from '#web/layouts/public-layout.tsx';
import { paths } from '#web/client/paths.ts';
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
          ...impactRoutes,
          ...needRoutes,
          ...giftRoutes,
          ...subscriptionRoutes,
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
          ...auditAdminRoutes,
          ...mailAdminRoutes,
          ...proofAdminRoutes,
          ...accountRoutes,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]);
