import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

/** The pages of the admin area, each with what loads it; with a title where it is not that of the area. */
const pages: [path: string, load: () => Promise<{ default: ComponentType }>, title?: string][] = [
  [paths.admin.dashboard, () => import('#web/admin/overview/dashboard/dashboard-page.tsx')],
  [paths.admin.causes, () => import('#web/admin/vetting/causes/manage-causes-page.tsx')],
  [
    paths.admin.nominations,
    () => import('#web/admin/vetting/nominations/manage-nominations-page.tsx'),
  ],
  [
    paths.nominationWorkspace(':id'),
    () => import('#web/admin/vetting/nominations/nomination-workspace-page.tsx'),
  ],
  [paths.consentLetter(':id'), () => import('#web/admin/vetting/consents/consent-letter-page.tsx')],
  [paths.admin.donations, () => import('#web/admin/giving/donations/manage-donations-page.tsx')],
  [paths.admin.users, () => import('#web/admin/people/users/manage-users-page.tsx')],
  [
    paths.admin.accessReview,
    () => import('#web/admin/people/access-review/access-review-page.tsx'),
    'Access Review',
  ],
  [paths.admin.approvals, () => import('#web/admin/people/approvals/approvals-page.tsx')],
  [paths.admin.auditTrail, () => import('#web/admin/operations/audit-trail/audit-trail-page.tsx')],
  [paths.admin.exports, () => import('#web/admin/exports/exports-page.tsx')],
  [paths.admin.privacy, () => import('#web/admin/privacy/privacy-page.tsx')],
  [paths.admin.mail, () => import('#web/admin/operations/mail/mail-page.tsx')],
  [paths.admin.settings, () => import('#web/admin/operations/settings/settings-page.tsx')],
  [paths.admin.checklists, () => import('#web/admin/vetting/checklists/checklists-page.tsx')],
  [
    paths.admin.testDonations,
    () => import('#web/admin/operations/test-donations/test-donations-page.tsx'),
  ],
  [
    paths.admin.donorMailings,
    () => import('#web/admin/publishing/donor-mailings/donor-mailings-page.tsx'),
  ],
  [paths.admin.donors, () => import('#web/admin/donors/donors/donors-page.tsx')],
  [paths.donor(':id'), () => import('#web/admin/donors/donors/donor-page.tsx')],
  [paths.admin.volunteers, () => import('#web/admin/volunteers/volunteers-page.tsx')],
  [paths.volunteer(':id'), () => import('#web/admin/volunteers/volunteer-page.tsx')],
  [
    paths.admin.failedPayments,
    () => import('#web/admin/payments/failed-payments/failed-payments-page.tsx'),
  ],
  [paths.admin.deposits, () => import('#web/admin/giving/deposits/deposits-page.tsx')],
  [paths.deposit(':id'), () => import('#web/admin/giving/deposits/deposit-page.tsx')],
  [paths.admin.cardCosts, () => import('#web/admin/provider/card-costs/card-costs-page.tsx')],
  [paths.admin.inKind, () => import('#web/admin/giving/in-kind/in-kind-page.tsx')],
  [paths.admin.imports, () => import('#web/admin/imports/imports-page.tsx')],
  [paths.import(':id'), () => import('#web/admin/imports/import-page.tsx')],
  [paths.admin.plans, () => import('#web/admin/plans/plans/plans-page.tsx')],
  [paths.plan(':id'), () => import('#web/admin/plans/plans/plan-page.tsx')],
  [
    paths.admin.planAdoptions,
    () => import('#web/admin/plans/plan-adoptions/plan-adoptions-page.tsx'),
  ],
  [paths.admin.giftAid, () => import('#web/admin/receipts/gift-aid/gift-aid-page.tsx')],
  [paths.admin.comments, () => import('#web/admin/giving/comments/comments-page.tsx')],
  [
    paths.admin.expectedDonations,
    () => import('#web/admin/giving/expected-donations/expected-donations-page.tsx'),
  ],
  [paths.admin.bank, () => import('#web/admin/banking/bank-accounts/bank-page.tsx')],
  [paths.admin.bankLines, () => import('#web/admin/banking/matches/unmatched-page.tsx')],
  [paths.admin.bankMonths, () => import('#web/admin/banking/months/months-page.tsx')],
  [
    paths.bankAccount(':id'),
    () => import('#web/admin/banking/bank-accounts/bank-account-page.tsx'),
  ],
  [
    paths.admin.expectedTransfers,
    () => import('#web/admin/giving/bank-transfers/expected-transfers-page.tsx'),
  ],
  [paths.admin.receipts, () => import('#web/admin/receipts/receipts/donation-receipts-page.tsx')],
  [paths.admin.statements, () => import('#web/admin/receipts/statements/statements-page.tsx')],
  [
    paths.admin.missingProof,
    () => import('#web/admin/spending/missing-proof/missing-proof-page.tsx'),
  ],
  [paths.admin.account, () => import('#web/admin/people/account/account-page.tsx'), 'Account'],
];

// React's lazy instead of the route's, because it waits for the guard.
export const adminRoutes: RouteObject[] = pages.map(([path, load, title]) => {
  const Page = lazy(load);
  return { path, element: <Page />, ...(title !== undefined && { handle: { title } }) };
});
