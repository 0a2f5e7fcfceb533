import { Navigate, useSearchParams } from 'react-router';
import { safeRedirectPath } from '#core/safe-redirect.ts';
import { LoginForm } from '#web/admin/people/sign-in/login-form.tsx';
import { useCurrentUser } from '#web/client/session.ts';
import classes from '#web/site/shared/form-page.module.css';

export default function LoginPage() {
  const user = useCurrentUser();
  const [query] = useSearchParams();
  // Also right after signing in: the session is there and this page is done.
  if (user) return <Navigate to={safeRedirectPath(query.get('redirectTo'))} replace />;
  return (
    <div className={`page ${classes.narrow}`}>
      <h1>Login</h1>
      <p className={classes.lead}>For the people who run this charity.</p>
      <LoginForm />
    </div>
  );
}
