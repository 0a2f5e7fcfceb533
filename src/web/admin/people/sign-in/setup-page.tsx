import { Navigate, useSearchParams } from 'react-router';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { SetupForm } from '#web/admin/people/sign-in/setup-form.tsx';
import { paths } from '#web/client/paths.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where the first administrator of a new site signs up, with the link from its start. */
export default function SetupPage() {
  const user = useCurrentUser();
  const [query] = useSearchParams();
  const token = query.get('token');
  // Also redirects right after the setup, which signs in.
  if (user) return <Navigate to={paths.admin.dashboard} replace />;
  if (!token) return <Navigate to={paths.login} replace />;
  return (
    <NarrowPage
      title={`Welcome to ${siteInfo.name}`}
      lead="Create the first administrator of this site. You can invite the others afterward."
    >
      <SetupForm token={token} />
    </NarrowPage>
  );
}
