import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '#web/client/paths.ts';

// React's lazy instead of the route's, because it waits for the guard.
const ManageNominationsPage = lazy(
  () => import('#web/admin/vetting/nominations/manage-nominations-page.tsx'),
);

const NominationWorkspacePage = lazy(
  () => import('#web/admin/vetting/nominations/nomination-workspace-page.tsx'),
);

const ConsentLetterPage = lazy(() => import('#web/admin/vetting/consents/consent-letter-page.tsx'));

export const nominationAdminRoutes: RouteObject[] = [
  { path: paths.admin.nominations, element: <ManageNominationsPage /> },
  { path: paths.nominationWorkspace(':id'), element: <NominationWorkspacePage /> },
  { path: paths.consentLetter(':id'), element: <ConsentLetterPage /> },
];
