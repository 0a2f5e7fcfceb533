import { Navigate, useSearchParams } from 'react-router';
import { safeRedirectPath } from '#core/platform/safe-redirect.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { LoginForm } from '#web/admin/people/sign-in/login-form.tsx';
import { ProviderRefusalNote } from '#web/admin/people/sign-in/provider-refusal.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where one signs in. The address holds where to go then, `redirectTo`, and why a provider refused, `refused`. */
export default function LoginPage() {
  const user = useCurrentUser();
  const [query] = useSearchParams();
  const next = safeRedirectPath(query.get('redirectTo'));
  // Also redirects right after signing in, as soon as there is a session.
  if (user) {
    return <Navigate to={user.needsSecondFactor ? paths.setUpSecondFactor(next) : next} replace />;
  }
  return (
    <NarrowPage title="Login" lead="For the people who run this charity.">
      <ProviderRefusalNote reason={query.get('refused')} />
      <LoginForm />
    </NarrowPage>
  );
}
