import { createBrowserRouter } from 'react-router';
import { donationAdminRoutes } from '#web/admin/giving/donations/routes.tsx';
import { auditAdminRoutes } from '#web/admin/operations/audit-trail/routes.tsx';
import { dashboardAdminRoutes } from '#web/admin/operations/dashboard/routes.tsx';
import { mailAdminRoutes } from '#web/admin/operations/mail/routes.tsx';
import { testDonationAdminRoutes } from '#web/admin/operations/test-donations/routes.tsx';
import { accountRoutes } from '#web/admin/people/account/routes.tsx';
import { authRoutes } from '#web/admin/people/sign-in/routes.tsx';
import { userAdminRoutes } from '#web/admin/people/users/routes.tsx';
import { missingProofRoutes } from '#web/admin/spending/missing-proof/routes.tsx';
import { causeAdminRoutes } from '#web/admin/vetting/causes/routes.tsx';
import { nominationAdminRoutes } from '#web/admin/vetting/nominations/routes.tsx';
import { paths } from '#web/client/paths.ts';
import { AdminArea } from '#web/layouts/admin-area.tsx';
import { AppShell } from '#web/layouts/app-shell.tsx';
import { CrashScreen } from '#web/layouts/crash-screen.tsx';
import { PublicLayout } from '#web/layouts/public-layout.tsx';
import { NotFound } from '#web/shared/not-found.tsx';
import { donationRoutes } from '#web/site/giving/donations/routes.tsx';
import { homeRoutes } from '#web/site/home/routes.tsx';
import { legalRoutes } from '#web/site/legal/routes.tsx';
import { contactRoutes } from '#web/site/operations/contact/routes.tsx';
import { donationPageRoutes } from '#web/site/publishing/donation-page/routes.tsx';
import { impactRoutes } from '#web/site/publishing/impact/routes.tsx';
import { needRoutes } from '#web/site/publishing/needs/routes.tsx';
import { subscriptionRoutes } from '#web/site/publishing/subscriptions/routes.tsx';
import { nominationRoutes } from '#web/site/vetting/nominations/routes.tsx';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

/** Every page of the site. Each feature lists its own routes. */
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
          ...donationPageRoutes,
          ...subscriptionRoutes,
          ...contactRoutes,
          ...legalRoutes,
          ...authRoutes,
          { path: '*', element: <NotFound />, handle: { title: 'Page Not Found' } },
        ],
      },
      {
        path: paths.admin.dashboard,
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
          ...testDonationAdminRoutes,
          ...missingProofRoutes,
          ...accountRoutes,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]);
