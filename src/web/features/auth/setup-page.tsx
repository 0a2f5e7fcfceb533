import { Navigate, useSearchParams } from 'react-router';
import { useCurrentUser } from '#web/client/session.ts';
import { SetupForm } from '#web/admin/people/sign-in/setup-form.tsx';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import classes from '#web/site/shared/form-page.module.css';

export default function SetupPage() {
  const user = useCurrentUser();
  const [query] = useSearchParams();
  const token = query.get('token');
  // Also right after setting up: that signs in.
  if (user) return <Navigate to={paths.admin} replace />;
  if (!token) return <Navigate to={paths.login} replace />;
  return (
    <div className={`page ${classes.narrow}`}>
      <h1>Welcome to {siteInfo.name}</h1>
      <p className={classes.lead}>
        Create the first administrator of this site. You can invite the others afterwards.
      </p>
      <SetupForm token={token} />
    </div>
  );
}
