import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

// Loaded after the guard has let someone in: visitors never load what administrators use.
const AdminLayout = lazy(() => import('#web/app/admin-layout.tsx'));

/** The guard of everything under /admin: sends people to the login page and back if they are not signed in. */
export function AdminArea() {
  const user = useCurrentUser();
  const { pathname, search } = useLocation();
  if (user === null) return <Navigate to={paths.loginAndReturn(pathname + search)} replace />;
  if (user.needsSecondFactor) {
    return <Navigate to={paths.setUpSecondFactor(pathname + search)} replace />;
  }
  return (
    <Suspense fallback={<FullPageRing />}>
      <AdminLayout />
    </Suspense>
  );
}
