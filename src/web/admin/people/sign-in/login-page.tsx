import { Navigate, useSearchParams } from 'react-router';
import { safeRedirectPath } from '#core/safe-redirect.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { LoginForm } from '#web/admin/people/sign-in/login-form.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

export default function LoginPage() {
  const user = useCurrentUser();
  const [query] = useSearchParams();
  // Also redirects right after signing in, as soon as there is a session.
  if (user) return <Navigate to={safeRedirectPath(query.get('redirectTo'))} replace />;
  return (
    <NarrowPage title="Login" lead="For the people who run this charity.">
      <LoginForm />
    </NarrowPage>
  );
}
