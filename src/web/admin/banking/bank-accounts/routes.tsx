import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const BankPage = lazy(() => import('#web/admin/banking/bank-accounts/bank-page.tsx'));
const BankAccountPage = lazy(
  () => import('#web/admin/banking/bank-accounts/bank-account-page.tsx'),
);

const UnmatchedPage = lazy(() => import('#web/admin/banking/matches/unmatched-page.tsx'));
const MonthsPage = lazy(() => import('#web/admin/banking/months/months-page.tsx'));

export const bankRoutes: RouteObject[] = [
  { path: paths.admin.bank, element: <BankPage /> },
  { path: paths.admin.bankLines, element: <UnmatchedPage /> },
  { path: paths.admin.bankMonths, element: <MonthsPage /> },
  { path: paths.bankAccount(':id'), element: <BankAccountPage /> },
];
