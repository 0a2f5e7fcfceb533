import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useCurrentUser } from '#web/client/session.ts';
import { paths } from '#web/client/paths.ts';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

// Fetched after the guard has let somebody in: visitors never load what administrators use.
const AdminLayout = lazy(() => import('#web/layouts/admin-layout.tsx'));

/** The guard of everything under /admin: whoever is not signed in goes to the login page and comes back. */
export function AdminArea() {
  const user = useCurrentUser();
  const { pathname, search } = useLocation();
  if (user === null) return <Navigate to={paths.loginAndReturn(pathname + search)} replace />;
  return (
    <Suspense fallback={<FullPageRing />}>
      <AdminLayout />
    </Suspense>
  );
}
