import { createBrowserRouter } from 'react-router';
import { bankRoutes } from '#web/admin/banking/bank-accounts/routes.tsx';
import { donorAdminRoutes } from '#web/admin/donors/donors/routes.tsx';
import { exportRoutes } from '#web/admin/exports/routes.tsx';
import { bankTransferRoutes } from '#web/admin/giving/bank-transfers/routes.tsx';
import { commentRoutes } from '#web/admin/giving/comments/routes.tsx';
import { depositRoutes } from '#web/admin/giving/deposits/routes.tsx';
import { donationAdminRoutes } from '#web/admin/giving/donations/routes.tsx';
import { expectedDonationRoutes } from '#web/admin/giving/expected-donations/routes.tsx';
import { inKindPageRoutes } from '#web/admin/giving/in-kind/routes.tsx';
import { importRoutes } from '#web/admin/imports/routes.tsx';
import { auditAdminRoutes } from '#web/admin/operations/audit-trail/routes.tsx';
import { mailAdminRoutes } from '#web/admin/operations/mail/routes.tsx';
import { settingsAdminRoutes } from '#web/admin/operations/settings/routes.tsx';
import { testDonationAdminRoutes } from '#web/admin/operations/test-donations/routes.tsx';
import { dashboardAdminRoutes } from '#web/admin/overview/dashboard/routes.tsx';
import { failedPaymentRoutes } from '#web/admin/payments/failed-payments/routes.tsx';
import { accessReviewRoutes } from '#web/admin/people/access-review/routes.tsx';
import { accountRoutes, secondFactorRoutes } from '#web/admin/people/account/routes.tsx';
import { approvalRoutes } from '#web/admin/people/approvals/routes.tsx';
import { authRoutes } from '#web/admin/people/sign-in/routes.tsx';
import { userAdminRoutes } from '#web/admin/people/users/routes.tsx';
import { planAdoptionRoutes } from '#web/admin/plans/plan-adoptions/routes.tsx';
import { planAdminRoutes } from '#web/admin/plans/plans/routes.tsx';
import { privacyRoutes } from '#web/admin/privacy/routes.tsx';
import { cardCostsRoutes } from '#web/admin/provider/card-costs/routes.tsx';
import { donorMailingRoutes } from '#web/admin/publishing/donor-mailings/routes.tsx';
import { giftAidRoutes } from '#web/admin/receipts/gift-aid/routes.tsx';
import { donationReceiptRoutes } from '#web/admin/receipts/receipts/routes.tsx';
import { statementRoutes } from '#web/admin/receipts/statements/routes.tsx';
import { missingProofRoutes } from '#web/admin/spending/missing-proof/routes.tsx';
import { causeAdminRoutes } from '#web/admin/vetting/causes/routes.tsx';
import { checklistRoutes } from '#web/admin/vetting/checklists/routes.tsx';
import { nominationAdminRoutes } from '#web/admin/vetting/nominations/routes.tsx';
import { volunteerAdminRoutes } from '#web/admin/volunteers/routes.tsx';
import { AdminArea } from '#web/app/admin-area.tsx';
import { AppShell } from '#web/app/app-shell.tsx';
import { CrashScreen } from '#web/app/crash-screen.tsx';
import { LoadDocument } from '#web/app/load-document.tsx';
import { SignInLayout } from '#web/app/sign-in-layout.tsx';
import { paths } from '#web/client/paths.ts';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

/** Every page of the application: sign-in and the admin area. Each feature lists its own routes. */
export const router = createBrowserRouter([
  {
    element: <AppShell />,
    errorElement: <CrashScreen />,
    hydrateFallbackElement: <FullPageRing />,
    children: [
      {
        element: <SignInLayout />,
        children: [...authRoutes, ...secondFactorRoutes],
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
          ...accessReviewRoutes,
          ...approvalRoutes,
          ...auditAdminRoutes,
          ...exportRoutes,
          ...privacyRoutes,
          ...mailAdminRoutes,
          ...settingsAdminRoutes,
          ...checklistRoutes,
          ...testDonationAdminRoutes,
          ...donorMailingRoutes,
          ...donorAdminRoutes,
          ...volunteerAdminRoutes,
          ...failedPaymentRoutes,
          ...depositRoutes,
          ...cardCostsRoutes,
          ...inKindPageRoutes,
          ...importRoutes,
          ...planAdminRoutes,
          ...planAdoptionRoutes,
          ...giftAidRoutes,
          ...commentRoutes,
          ...expectedDonationRoutes,
          ...bankRoutes,
          ...bankTransferRoutes,
          ...donationReceiptRoutes,
          ...statementRoutes,
          ...missingProofRoutes,
          ...accountRoutes,
        ],
      },
      { path: '*', element: <LoadDocument /> },
    ],
  },
]);
